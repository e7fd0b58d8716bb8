"""The boards as they look when empty, with which every picture of them is compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engine.game import PieceKind, Surface
from engine.sentence import say
from vision.measures.against_empty import against_empty
from vision.measures.board_picture import BoardPicture
from vision.measures.color import Light, compare, noise_level
from vision.measures.evidence import BoardEvidence
from vision.measures.measuring import measure
from vision.measures.uneven_light import light_between, light_patch_by_patch
from vision.memory.rim_mended import mended
from vision.pose import BoardNotFound
from vision.prints.token_kind import TokenKinds
from vision.reference import BoardReference
from vision.roles import Roles

_LEAST_LIKENESS = 0.06  # even under many pieces and an arm the rim and some floor look as they did


class EmptyBoards:
    """Boards as they look when empty, by seat.

    Args:
        references: the boards, one a seat.
        pieces: what may lie on them.
        roles: what the kinds of those look like.
    """

    def __init__(self, references: Sequence[BoardReference], pieces: Sequence[PieceKind], roles: Roles) -> None:
        kinds = _kinds_of_token(pieces, roles)
        self._tokens = TokenKinds(references, kinds)
        # to know an icon when one is seen, its name does not matter
        proposed = [replace(r, printed={**r.proposed, **r.printed}) for r in references]
        self._icons = TokenKinds(proposed, kinds) if any(r.proposed for r in references) else self._tokens
        self._references = {reference.seat: reference for reference in references}
        self._empty = {reference.seat: BoardPicture(reference.plane()) for reference in references}
        self._lattices = {reference.seat: reference.lattice() for reference in references}

    def compared(self, picture: BoardPicture, seat: int) -> BoardEvidence:
        """What a picture of a board, rectified, shows beside that of the empty one.

        Raises:
            BoardNotFound: hardly anything of it looks like that.
        """
        reference = self._references[seat]
        empty = self._empty[seat]
        smooth = light_between(picture, empty)
        if smooth.likeness < _LEAST_LIKENESS:
            raise BoardNotFound(
                say(
                    "board {number} is not to be seen where it should be: {share} of it look like the empty board, "
                    "{least} are needed",
                    number=seat + 1,
                    share=f"{smooth.likeness:.0%}",
                    least=f"{_LEAST_LIKENESS:.0%}",
                )
            )
        noise = noise_level(picture.gray)
        light, change, occlusion = against_empty(picture, empty, smooth, noise, reference.size_wh)
        spots = self._lattices[seat]
        seen = BoardEvidence(
            seat=seat,
            spots=spots,
            size_wh=reference.size_wh,
            picture=picture,
            empty=empty,
            noise=noise,
            change=change,
            occlusion=occlusion,
            measuring=partial(measure, picture, empty, light, change, noise, reference.size_wh),
            naming=lambda plane, tokens: self._tokens.named(spots, light.gain, plane, tokens),
            showing=lambda plane, asked, unlike: self._icons.shown(
                spots, light.gain, empty.plane, plane, asked, unlike
            ),
            relighting=partial(_relit, picture, light),
            plain=reference.plain,
            printed=frozenset(reference.printed) | frozenset(reference.proposed),
            covered=reference.covered,
        )
        if (occlusion.hand or occlusion.shadow) and (whole := mended(seen, light)) is not None:
            self._empty[seat] = whole
            seen = self.compared(picture, seat)  # by which its rim is as it should be
        return seen


def _relit(picture: BoardPicture, light: Light, seen: BoardEvidence) -> BoardEvidence:
    """The same evidence in a light told patch by patch; there is no other. The smooth one is that of ``picture``."""
    by_patches = light_patch_by_patch(light, picture, seen.empty)
    change = compare(picture, seen.empty, by_patches, seen.noise)
    measuring = partial(measure, picture, seen.empty, by_patches, change, seen.noise, seen.size_wh)
    return replace(seen, change=change, measuring=measuring, relighting=None, smoothly_lit=seen.spaces)


def _kinds_of_token(pieces: Sequence[PieceKind], roles: Roles) -> dict[str, Surface]:
    return {
        kind.name: kind.surface
        for kind in pieces
        if roles.disc is not None and kind.surface != roles.disc and kind.surface.startswith(f"{roles.disc}.")
    }
