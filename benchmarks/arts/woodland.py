"""A big-box edition painted after nature: an autumn forest floor under leaf tiles of maple, oak, birch and beech.

The board is layered brown litter with twigs, moss, needles and cones, in dashed hairlines with corner ticks and
slightly stronger borders of areas. Tokens are dark brown discs with the printed treasure, squirrels and animals are
painted cardboard.
"""

from functools import lru_cache
from itertools import pairwise, permutations, product

import cv2
import numpy as np
from art_lamps import rooms_lit
from tablescene import art
from tablescene import scene as ts

PX, LEAF = art.PX, 360  # pixels of a millimetre, of a leaf's square
CREAM, UMBER = (228, 216, 186), (62, 40, 27)
# two colours of veins, then nine of leaves
TONES = """green d2d080 c2c872 46702a 6c8e36 2f5c34 86983e 55804a 2a5228 98a24a 3c6640 748c50 orange a8661e f6dc8c
    dca234 e8bc56 cc7a28 c06a22 e0942c c2963a eccb72 b0702a d88c40 red d88c68 54101a 9c2228 b4342a 7e1a28 bc522c 942e20
    6a1824 a82e3c c0603a 88241e litter b8a27c 4c3c2e 86684a 9c7c54 6c5440 a88e64 7c6c4e 604a36 947f5c 745a3a a8906a"""
# along, aside of one half of a maple leaf, in permille; its ribs
MAPLE = """1000 0 880 45 840 130 720 85 600 105 500 100 600 220 700 260 700 330 820 440 660 410 620 500 530 390 420 330
    330 200 360 330 330 400 250 520 220 400 130 360 140 220 80 120 130 0"""
RIBS = "130 0 800 420 130 0 260 480 550 0 830 110 400 170 680 190 480 220 600 440 300 0 500 90 200 240 340 360"
# width, two exponents, lobes, their depth, depth of the teeth
FORMS = "oak .27 .8 .75 4.4 .36 0 birch .36 .62 1.15 0 0 .07 beech .3 .92 .9 0 0 .015 hazel .4 1 .62 0 0 .055"
# painted parts, later over earlier: form (m: and its mirror image), colour, percents (e: xy, radii, angle; p: points;
# l: width, points)
PARTS = {
    "berry": """p 3f6228 5030 3002 0606 1630; p 5c7c34 5228 7202 9610 8232; l 4a3420 4 5022 3650; l 4a3420 4 5022
        6650; l 4a3420 4 5022 5270; e a01c28 3056 2323; e b82430 7055 2323; e c42c34 5077 2322; e f4bcb0 2348 0604
        -35; e f4bcb0 6347 0604 -35; e f8c8bc 4370 0604 -35; e 501018 3366 0403; e 501018 7465 0403; e 501018 5388
        0403""",
    "nut": """p 8a7a34 4240 1034 1620 0208 2410 3402 4416; l 5a3c20 6 6616 7402; p b87c3a 3440 9040 8866 7090 6199
        5290 3666; p d8a258 4444 5844 5674 5076; e 6a4826 6231 3417; e 8a6436 5026 0705; e 8a6436 6625 0705; e
        8a6436 4235 0705; e 8a6436 5836 0705; e 8a6436 7535 0705; e 8a6436 8228 0604""",
    "mushroom": """p 5a6a30 1098 2480 3496 7096 8082 9298; p e6d8b6 3946 6146 6470 7292 5099 2892 3670; l b8a07a 2
        4660 4390; l b8a07a 2 5560 5888; e c8b06a 5048 4009; p 7a4422 0444 1022 3006 5002 7006 9022 9644 7449 5051
        2649; p a8683a 2026 3413 5010 4420 3028; e d8a878 3418 0904 -25""",
    "feather": """p e4e2d8 0597 1466 3036 5612 9202 9610 5056 2086; p 3f74ae 1686 5052 9208 9526 8250 6270 3684; l
        1c2c4a 3 4460 6070; l 1c2c4a 3 5450 7261; l 1c2c4a 3 6341 8250; l 1c2c4a 3 7231 8938; l 1c2c4a 3 3469 4679;
        l 4c3c2c 3 0299 4064 9010""",
    "badger": """me 242222 1722 1011; me e8e2d6 1720 0604; p e2dccf 5006 8012 9342 7470 6295 3895 2670 0742 2012; mp
        232122 2212 3708 4556 4182 3070 1942; me 060505 3346 0505; me ffffff 3245 0101; e 141212 5093 1007""",
    "owl": """mp 6a4a30 1434 1000 4216; e 80603f 5050 4645; me dcc69c 3250 2024; me 9c7a50 3250 1517; me eca81e 3349
        1313; me 080606 3449 0707; me ffffff 3247 0202; p 3a3026 5050 5864 5080 4264""",
    "hare": """mp 8a6c4a 4042 2030 1404 2600 4220; mp d2a48e 3738 2528 2009 2809 3824; e a6845c 5062 3133; me c2a47c
        3674 1514; e ece2cc 5082 1612; me 120a06 2856 0607; me ffffff 2754 0202; e 7c4a42 5073 0604; ml f4ecdc 1
        4079 0674; ml f4ecdc 1 4081 0886""",
    "fox": """mp 9a3e14 1050 0600 4226; mp 2a1a14 1536 1008 3224; p c45c22 5022 8026 9854 7472 5098 2672 0254 2026;
        mp f2e8da 0255 2654 4270 5097 3076; p d87434 5030 5760 5086 4360; me 120a06 3150 0605; me ffffff 3049 0202;
        e 16100e 5093 0906""",
    "heron": """l c6cfd4 20 6450 7674 6099; l 3a424c 3 6060 6484; e e6e8e6 5840 2520; p 1c222a 4226 7020 9934 9846
        7636 5234; p e0a83a 4232 0050 4052; p b87c24 4245 0050 4053; e f0cc2a 4739 0606; e 080808 4739 0303""",
    "squirrel": """p 8c3e1e 6095 5572 6252 5434 5812 7602 9412 9836 8858 8280 7497; p c0703e 6786 6562 7042 6626
        7614 8724 8446 7570; e 963f1e 3693 2005; e ac5226 4464 2027 14; e b65c2c 5077 2018; e f0dfc0 3264 1020 8; p
        98431f 3328 3600 4724; p 98431f 2226 2403 3322; e b85c2c 3036 1916 -15; e efd8b4 2243 1008; e 140c0a 2733
        0405; e ffffff 2632 0101; e 2a1612 1140 0302; l a24c24 8 4254 2862 2055""",
}
# litter or light ground, fur or feathers; back, flanks and tip of the tail
COATS = """badger litter fur 4a4846 a09a90 d8d2c6 owl light feathers 5e442c a88658 caa878 hare litter fur 7e6244 bc9e74
    f0e8d8 fox light fur a8481a d47c3a f4ece0 heron light feathers 5c6f80 92a4b0 2e3844"""
LIGHT = [(206, 196, 158), (236, 228, 204), (214, 214, 176)]
# by seed % 3: room temperature; lamps (kind, temperature, half size, irradiance, distance, height, aim)
WINDOW = ("window", 6300, (600, 550), 1.1, 1500.0, 1050.0, 300)
ROOMS = (
    (4300, (WINDOW, ("lamp", 3000, (120, 120), 0.4, -500.0, 1500.0, 0))),
    (3000, (("lamp", 2900, (170, 170), 1.0, 450.0, 1500.0, 0),)),
    (4000, (("lamp", 4100, (240, 240), 1.0, 650.0, 1700.0, 0),)),
)


def _rgb(tones: list[str]) -> list[np.ndarray]:
    return [np.float32(list(bytes.fromhex(tone))) for tone in tones]


def _rounded(points: np.ndarray, closed: bool, times: int = 2) -> np.ndarray:
    """Corners cut as often as told."""
    for _ in range(times):
        after = np.roll(points, -1, 0)
        cut = np.stack([0.75 * points + 0.25 * after, 0.25 * points + 0.75 * after], 1).reshape(-1, 2)
        points = cut if closed else np.r_[points[:1], cut[:-2], points[-1:]]
    return points


def _bulge(mask: np.ndarray, reach: float) -> np.ndarray:
    """Light from the upper left on a mask's rounded relief, -1..1."""
    near = np.clip(cv2.distanceTransform(mask, cv2.DIST_L2, 5) / reach, 0, 1)
    relief = cv2.GaussianBlur(np.float32(np.sqrt(1 - (1 - near) ** 2) * reach), (0, 0), max(1.2, reach / 8))
    return np.clip(sum(cv2.Sobel(relief, cv2.CV_32F, 1 - k, k, scale=0.125) for k in (0, 1)), -1, 1)


@lru_cache(maxsize=64)
def _painted(name: str, n: int) -> np.ndarray:
    """A drawing as an RGBA picture of n pixels: its parts rounded by light, darker at their rims."""
    s, rng = 2 * n, np.random.default_rng(len(PARTS[name]))
    img, alpha = np.zeros((s, s, 3), np.float32), np.zeros((s, s), np.uint8)
    for form, tone, *rest in (part.split() for part in PARTS[name].split(";")):
        pairs = np.float64([(v[:2], v[2:]) for v in rest if len(v) == 4]) * s / 100
        mask, extra, width = np.zeros((s, s), np.uint8), sum(int(v) for v in rest if len(v) < 4), 0.18 * s
        if form[-1] == "e":
            (at, axes), width = np.int32(pairs * 16).tolist(), 2 * pairs[1].min()
            cv2.ellipse(mask, at, axes, extra, 0, 360, 255, -1, cv2.LINE_AA, 4)
        elif form[-1] == "p":
            cv2.fillPoly(mask, [np.int32(np.round(_rounded(pairs, True) * 16))], 255, cv2.LINE_AA, 4)
        else:
            pixels, width = [np.int32(np.round(_rounded(pairs, False) * 16))], extra / 100 * s
            cv2.polylines(mask, pixels, False, 255, int(width), cv2.LINE_AA, 4)
        for side in (mask, mask[:, ::-1].copy()) if form[0] == "m" else (mask,):
            cover = side.astype(np.float32)[..., None] / 255
            img = img * (1 - cover) + _rgb([tone])[0] * (1 + 0.42 * _bulge(side, width / 2))[..., None] * cover
            alpha = np.maximum(alpha, side)
    img *= (0.84 + 0.3 * (0.4 * art.noise(rng, s, s, s / 6) + 0.6 * art.noise(rng, s, s, 5)))[..., None]
    line = cv2.morphologyEx(cv2.GaussianBlur(alpha, (0, 0), 1), cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8))
    img *= 1 - 0.55 * line[..., None].astype(np.float32) / 255
    return cv2.resize(np.dstack([img, alpha]).clip(0, 255).astype(np.uint8), (n, n), interpolation=cv2.INTER_AREA)


def _lay(img: np.ndarray, sprite: np.ndarray, x: float, y: float, shade: float, soft: int) -> None:
    """A sprite with a soft shadow to its lower right."""
    dark = cv2.GaussianBlur(np.pad(sprite[..., 3], 3 * soft), (0, 0), soft).astype(np.float32) * shade
    art.paste(img, np.dstack([np.zeros((*dark.shape, 3)), dark]).astype(np.uint8), x + 0.6 * soft, y + 0.8 * soft)
    art.paste(img, sprite, x, y)


@lru_cache(maxsize=32)
def _blank(kind: str, variant: int) -> tuple[np.ndarray, ...]:
    """Alpha, light, veins and nearness to the rim (0..1) of a leaf without colour, its tip at the right."""
    rng, t = np.random.default_rng([variant, *kind.encode()]), np.linspace(0, 1, 140)
    bend, ribs = rng.normal(0, 0.05), [np.float64([(-0.14, 0), (0.08, 0), (0.97, 0)])]
    if kind == "maple":
        half = np.float64(MAPLE.split()).reshape(-1, 2) / 1000 * [1, rng.uniform(0.9, 1.1)]
        outline = np.r_[half, half[::-1] * [1, -1]] + rng.normal(0, 0.008, (2 * len(half), 2))
        ribs += [rib * [1, side] / 1000 for rib in np.float64(RIBS.split()).reshape(-1, 2, 2) for side in (-1, 1)]
    else:
        a, p, q, lobes, depth, teeth = map(float, FORMS.split(kind)[1].split()[:6])
        wide = a * np.sin(np.pi * t**p) ** q * rng.uniform(0.9, 1.12)
        wide = wide * (1 + depth * np.sin(2 * np.pi * lobes * t - 1.5)) * (1 - teeth * (t * 15 % 1))
        outline = np.r_[np.c_[t, wide], np.c_[t, -wide][::-1]] * [0.94, 1] + [0.06, 0]
        for f in np.linspace(0.14, 0.76, 4 if lobes else 7):
            w = a * np.sin(np.pi * (f + 0.14) ** p) ** q
            ribs += [np.float64([(f, 0), (f + 0.06, side * w * 0.5), (f + 0.18, side * w * 0.95)]) for side in (-1, 1)]
    shapes = [_rounded(q, k == 0, 1) for k, q in enumerate((outline, *ribs, ribs[0][:2]))]
    bent = [np.c_[52 + 290 * q[:, 0], LEAF / 2 + 290 * (q[:, 1] + bend * np.sin(np.pi * q[:, 0]))] for q in shapes]
    points = [np.int32(np.round(q * 16)) for q in bent]
    mask, vein, stalk = np.zeros((3, LEAF, LEAF), np.uint8)
    cv2.fillPoly(mask, points[:1], 255, cv2.LINE_AA, 4)
    for i, rib in enumerate(points[1:-1]):
        cv2.polylines(vein, [rib], False, 255, 5 if i == 0 else 3, cv2.LINE_AA, 4)
    cv2.polylines(stalk, points[-1:], False, 255, 8, cv2.LINE_AA, 4)
    swell = 1 - np.exp(-cv2.distanceTransform(255 - vein, cv2.DIST_L2, 5) / 12) + 0.3 * art.fbm(rng, LEAF, LEAF, 24)
    swell = cv2.GaussianBlur(swell, (0, 0), 1.5)
    light = 1 + np.clip(0.4 * sum(cv2.Sobel(swell, cv2.CV_32F, 1 - k, k) for k in (0, 1)), -0.3, 0.3)
    light = light + np.tanh((np.arange(LEAF) - LEAF / 2) / 30)[:, None] * rng.choice([-0.1, 0.12])
    light = np.float32(light + 0.4 * (art.fbm(rng, LEAF, LEAF, 130) - 0.5))
    rim = np.clip(1 - cv2.distanceTransform(mask, cv2.DIST_L2, 5) / 46, 0, 1)
    return np.maximum(mask, stalk), light, vein.astype(np.float32) / 255, rim


@lru_cache(maxsize=8)
def _leaves(colour: str) -> list[np.ndarray]:
    """The print run's thirty leaves of one colour, as RGBA."""
    rng, out = np.random.default_rng([7, *colour.encode()]), []
    first, second, *tones = _rgb(TONES.split(colour)[1].split()[:11])
    for i in range(30):
        alpha, light, vein, rim = _blank(("maple", "oak", "birch", "maple", "beech", "hazel")[i % 6], i // 6 % 3)
        one, two = (tones[k] for k in rng.choice(len(tones), 2, replace=False))
        blend = np.clip(0.7 * rim + 2.2 * (art.fbm(rng, LEAF, LEAF, 110) - 0.5), 0, 1)[..., None]
        img = one * (1 - blend) + (0.6 * two + 0.32 * one) * blend
        spots = 0.4 * np.clip((art.noise(rng, LEAF, LEAF, 13) - 0.83) * 9, 0, 1)
        img *= ((1 - spots) * (1 - 0.25 * rim**6 + 0.14 * (art.noise(rng, LEAF, LEAF, 4) - 0.5)))[..., None]
        img = (img + ((second if rng.random() < 0.35 else first) - img) * 0.55 * vein[..., None]) * light[..., None]
        out.append(np.dstack([img, alpha]).clip(0, 255).astype(np.uint8))
    return out


def _strew(rng: np.random.Generator, img: np.ndarray, colour: str, x: float, y: float, size: float, lit: float) -> None:
    """One leaf, turned as it fell."""
    sprite = art.rotate(_leaves(colour)[int(rng.integers(30))], rng.uniform(0, 360), size)
    sprite[..., :3] = (sprite[..., :3] * lit * rng.uniform(0.84, 1.08)).clip(0, 255)
    _lay(img, sprite, x, y, 0.62 if colour == "litter" else 0.9, 5 if colour == "litter" else 8)


def leaf_texture(seed: int, colour: str, w_mm: float, h_mm: float) -> np.ndarray:
    """Large leaves over one another, deep shade in the gaps."""
    rng = np.random.default_rng(seed)
    img = np.ones((int(h_mm * PX), int(w_mm * PX), 3), np.float32) * _rgb(TONES.split(colour)[1].split()[4:5])[0] * 0.3
    for step, low, high, lit in ((9.0, 0.6, 0.9, 0.36), (12.0, 0.82, 1.22, 1.0)):
        spots = rng.permutation(list(product(np.arange(-4, h_mm + 8, step), np.arange(-4, w_mm + 8, step))))
        for spot in spots:
            x, y = (spot[::-1] + rng.uniform(-3.2, 3.2, 2)) * PX
            _strew(rng, img, colour, x, y, rng.uniform(low, high), lit)
    return img.clip(0, 255).astype(np.uint8)


def _forest(rng: np.random.Generator, h: int, w: int) -> np.ndarray:
    """Litter in layers, the upper ones lighter; moss, twigs, needles and cones in between."""
    img, damp = art.ramp(art.fbm(rng, h, w, 40), [(30, 24, 18), (58, 46, 34)]), art.fbm(rng, h, w, 420)
    for layer, lit in enumerate((0.5, 0.68, 0.86, 1.06)):
        for _ in range(int(h * w / (9000, 9500, 11000, 15000)[layer])):
            x, y = rng.uniform(0, w), rng.uniform(0, h)
            _strew(rng, img, "litter", x, y, rng.uniform(0.36, 0.72), lit * (0.75 + 0.5 * damp[int(y), int(x)]))
        lay = img.clip(0, 255).astype(np.uint8)
        where = np.argwhere(art.fbm(rng, h, w, 260) > 0.6)
        for y, x in rng.permutation(where)[: len(where) // 22 if layer in (1, 2) else 0].tolist():
            tone = (np.float32([92, 96, 52]) * rng.uniform(0.45, 1.25)).tolist()
            cv2.line(lay, (x, y), (x + int(rng.normal(0, 6)), y + int(rng.normal(0, 6))), tone, 2, cv2.LINE_AA)
        for k in range(int((0, 10, 18, 150)[layer] * h * w / 3.4e6)):
            thick, length = (3, 110) if k > 17 else (int(rng.integers(5, 11)), rng.uniform(250, 700))
            turn = np.cumsum(rng.normal(0, 0.03 if thick < 4 else 0.16, 12)) + rng.uniform(0, 2 * np.pi)
            path = rng.uniform(0, 1, 2) * [w, h] + np.cumsum(np.c_[np.cos(turn), np.sin(turn)], 0) * length / 12
            tone = np.float32([112, 88, 62]) * rng.uniform(0.65, 1.15)
            for shift, wide, part in ((2, thick + 2, 0.35), (0, thick, 0.8), (-thick / 5, max(1, thick / 2.5), 1.2)):
                points = [np.int32(np.round((path + shift) * 8))]
                cv2.polylines(lay, points, False, (tone * part).tolist(), int(wide), cv2.LINE_AA, 3)
        img = lay.astype(np.float32)
    for _ in range(int(h * w / 550000)):
        cone = np.zeros((150, 150, 4), np.uint8)
        for row in range(11):
            wide = 34 * np.sin(np.pi * (0.14 + 0.78 * row / 11)) ** 0.7
            for x in np.arange(-wide, wide + 1, 14) + 7 * (row % 2):
                tone = (np.float32([112, 84, 60]) * rng.uniform(0.75, 1.2)).tolist()
                for d, ink in ((2, (44, 32, 24, 255)), (0, (*tone, 255))):
                    at = (int(75 + x), 130 - row * 10 - d)
                    cv2.ellipse(cone, at, (8 + d, 6 + d), 0, 0, 360, ink, -1, cv2.LINE_AA)
        _lay(img, art.rotate(cone, rng.uniform(0, 360)), rng.uniform(0, w), rng.uniform(0, h), 0.7, 7)
    return 0.2 * img.mean(2, keepdims=True) + 0.8 * img


def icon(kind: str, seed: int, size_mm: float = 11.5) -> np.ndarray:
    """A treasure painted after nature, as RGBA; all prints are alike."""
    return _painted(kind, int(size_mm * PX)).copy()


def token_texture(kind: str, seed: int, d_mm: float = 14) -> np.ndarray:
    """A dark brown disc, a little lighter in the middle, with the treasure as it is printed."""
    rng, n = np.random.default_rng(seed), int(d_mm * PX)
    far = np.hypot(*(np.mgrid[:n, :n] / n - 0.5))
    img = np.float32(UMBER) * (1.25 - 1.1 * far + 0.25 * (art.fbm(rng, n, n, 30) - 0.5))[..., None]
    _lay(img, icon(kind, seed, d_mm * 0.74), n / 2, n / 2, 0.8, 4)
    return img.clip(0, 255).astype(np.uint8)


def board_texture(seed: int, spec: object, treasures: dict) -> np.ndarray:
    """The forest floor with dashed hairlines, ticks at the corners of spaces, borders of areas and treasures."""
    rng, (w, h) = np.random.default_rng(seed), (round(v * PX) for v in spec.size)
    m, cell = int(spec.margin * PX), spec.cell * PX
    img, lines, strong, inside = _forest(rng, h, w), *np.zeros((3, h, w), np.uint8)
    columns, rows = (np.int32(m + np.arange(n + 1) * cell) for n in (spec.cols, spec.rows))
    inside[m : rows[-1], m : columns[-1]] = 255
    img *= (0.7 + 0.3 / 255 * cv2.GaussianBlur(inside, (0, 0), 8))[..., None]
    dash = 125 * (np.arange(max(w, h)) % 20 < 11)
    lines[np.r_[rows - 1, rows], m : columns[-1]] = dash[: columns[-1] - m]
    lines[m : rows[-1], np.r_[columns - 1, columns]] = dash[: rows[-1] - m, None]
    for at in product(columns.tolist(), rows.tolist()):
        cv2.drawMarker(lines, at, 215, cv2.MARKER_CROSS, 34, 3, cv2.LINE_AA)
    for x, x1 in pairwise((*columns[: -1 : spec.area_cols], columns[-1])):
        for y, y1 in pairwise((*rows[: -1 : spec.area_rows], rows[-1])):
            cv2.rectangle(strong, (int(x), int(y)), (int(x1), int(y1)), 255, 6, cv2.LINE_AA)
    img *= 1 - 0.6 / 255 * cv2.GaussianBlur(strong, (0, 0), 8)[..., None].astype(np.float32)
    cover = np.maximum(lines, strong * 0.72)[..., None].astype(np.float32) / 255 * 0.8
    img = img * (1 - cover) + np.float32(CREAM) * cover
    for (c, r), kind in sorted(treasures.items()):
        sprite = art.rotate(icon(kind, seed, 0.6 * spec.cell), rng.uniform(-14, 14))
        for soft in (16, 5):
            _lay(img, sprite, m + (c + 0.5) * cell, m + (r + 0.5) * cell, 0.7, soft)
    return img.clip(0, 255).astype(np.uint8)


def squirrel_texture(seed: int, s_mm: float = 20) -> np.ndarray:
    """A red squirrel on a light ground."""
    n = int(s_mm * PX)
    img = art.ramp(art.fbm(np.random.default_rng(seed), n, n, 90), LIGHT)
    _lay(img, _painted("squirrel", int(n * 0.9)), n / 2, n / 2, 0.6, 6)
    return img.clip(0, 255).astype(np.uint8)


def _longest_way(cells: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest way through neighbouring spaces, beginning as far up as may be."""
    ways = (w for n in range(len(cells), 0, -1) for w in permutations(sorted(cells, key=lambda q: q[::-1]), n))
    return next(list(w) for w in ways if all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairwise(w)))


def animal_texture(seed: int, species: str, cells: list[tuple[int, int]], cell_mm: float) -> np.ndarray:
    """A body through all spaces, its head in the first, its tail in the last; furred or feathered along the spine."""
    rng, s = np.random.default_rng(seed), cell_mm * PX
    w, h = (int((max(q[k] for q in cells) + 1) * s) for k in (0, 1))
    ground, cover, *coat = COATS.split(species)[1].split()[:5]
    feathered, (back, flank, tip) = cover == "feathers", _rgb(coat)
    img = _forest(rng, h, w) * 0.8 if ground == "litter" else art.ramp(art.fbm(rng, h, w, 90), LIGHT)
    way, mask = _longest_way(cells), np.zeros((h, w), np.uint8)
    limbs = [way, *([min(way, key=lambda q: np.hypot(q[0] - c[0], q[1] - c[1])), c] for c in set(cells) - set(way))]
    body = np.ones((h, w, 3), np.float32) * flank
    for limb in limbs[::-1]:
        joints, steps = (np.float64(limb) + 0.5) * s, np.linspace(0, 1, 50 * len(limb))
        joints[-1] += (0.3 if limb is way else 0.1) * (joints[-1] - joints[-2])
        spine = _rounded(joints, False, 3)
        spine = np.c_[tuple(np.interp(steps, np.linspace(0, 1, len(spine)), spine[:, k]) for k in (0, 1))]
        form = ((0, 0.2, 0.5, 0.75, 0.86, 1), (30, 39, 42, 38, 30, 17)) if limb is way else ((0, 0.6, 1), (38, 36, 30))
        wide = np.interp(steps, *form) * s / 100
        for (x, y), r in zip(spine.astype(int).tolist(), wide, strict=True):
            cv2.circle(mask, (x, y), int(r), 255, -1, cv2.LINE_AA)
        for k in range(len(spine) - 2, 1, -6 if feathered else -2):
            ahead = spine[k + 1] - spine[k]
            aside = np.array([-ahead[1], ahead[0]]) / np.hypot(*ahead) * wide[k]
            for f in np.arange(-1.1, 1.11, 0.2 if feathered else 0.09) + rng.uniform(-0.05, 0.05):
                tone = back + (flank - back) * min(1, abs(f) * 1.2) if limb is not way or steps[k] < 0.86 else tip
                turn = np.degrees(np.arctan2(*ahead[::-1])) + rng.normal(0, 3 if feathered else 16)
                for grow, part in ((1, 0.5), (0.82, 1.0)) if feathered else ((1, 1.0),):
                    at, size = np.int32(spine[k] + aside * f).tolist(), np.array([0.13, 0.08]) * s * grow
                    size, tint = (int(size[0]), int(size[1]) if feathered else 2), tone * part * rng.uniform(0.8, 1.2)
                    cv2.ellipse(body, at, size, turn, 0, 360, tint.clip(0, 255).tolist(), -1, cv2.LINE_AA)
    img *= 1 - 0.6 * np.roll(cv2.GaussianBlur(mask, (0, 0), 10).astype(np.float32)[..., None] / 255, (8, 6), (0, 1))
    cover = cv2.GaussianBlur(mask, (0, 0), 1).astype(np.float32)[..., None] / 255
    img = img * (1 - cover) + body * (1 + 0.45 * _bulge(mask, 0.36 * s))[..., None] * cover
    _lay(img, _painted(species, int(0.92 * s)), *((np.float64(way[0]) + 0.5) * s), 0.7, 8)
    return img.clip(0, 255).astype(np.uint8)


def apply() -> None:
    """Replace the stock art and lamps of `tablescene` by this edition's."""
    for painter in (leaf_texture, icon, token_texture, board_texture, squirrel_texture, animal_texture):
        setattr(art, painter.__name__, painter)
    ts.TableScene._lights = rooms_lit(ts.TableScene._lights, ROOMS, 61, rest=0.6)
