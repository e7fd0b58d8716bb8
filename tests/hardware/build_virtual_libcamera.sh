#!/bin/sh
# Builds libcamera with its virtual camera for one Python, and Picamera2 beside it, so that tests/hardware can run the
# real Picamera2 on any Debian machine. Needs what debian-packages.txt names, 1 minute on two cores and 150 MB.
#
#   tests/hardware/build_virtual_libcamera.sh [PYTHON]     PYTHON: the tests' interpreter (default: .venv/bin/python)
#
# Prints the folder it built, or found built already: one a libcamera version and Python below the user's cache.
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
python=${1:-$here/../../.venv/bin/python}
case $python in /*) ;; *) python=$PWD/$python ;; esac # it is called from other folders below
cache=${XDG_CACHE_HOME:-$HOME/.cache}/leafwatch
picamera2=0.3.38

say() {
    printf 'build_virtual_libcamera: %s\n' "$1" >&2
}

# Its output matters only when it fails.
quietly() {
    "$@" >"$work/log" 2>&1 || {
        status=$?
        tail -n 40 "$work/log" >&2
        say "failed: $*"
        exit "$status"
    }
}

tag=$("$python" -c 'import sys, platform; print("cp%d%d-%s" % (*sys.version_info[:2], platform.machine()))')
mkdir -p "$cache"
exec 9>"$cache/libcamera-building" # the tests wait for whoever holds this
flock 9
for built in "$cache"/libcamera-*-"$tag"/ready; do
    if [ -e "$built" ]; then
        dirname "$built"
        exit 0
    fi
done

missing=
while read -r package; do
    dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"
done <"$here/debian-packages.txt"
if [ -n "$missing" ]; then
    say "packages are missing; install them with: sudo apt-get install --no-install-recommends$missing"
    exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work" # apt's own user reads below it
mkdir -p "$work/apt/sources" "$work/apt/lists/partial" "$work/apt/archives/partial"

# Debian 12's libcamera has no virtual camera, so the source is that of Debian unstable, through an apt configuration of
# our own: the system's is neither used nor changed. A mirror may be days old, hence no check of the date.
archive=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' | head -n 1)
cat >"$work/apt/sources/unstable.sources" <<SOURCES
Types: deb-src
URIs: ${archive:-http://deb.debian.org/debian}
Suites: sid
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
cat >"$work/apt/apt.conf" <<CONF
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$work/apt/sources";
Dir::State::lists "$work/apt/lists";
Dir::Cache "$work/apt";
Acquire::Check-Valid-Until "false";
APT::Sandbox::User "root";
CONF
export APT_CONFIG="$work/apt/apt.conf"
cd "$work"
say "fetching libcamera's source"
quietly apt-get update -qq
quietly apt-get source -qq --download-only libcamera # apt checks the archive's signature
quietly dpkg-source -x libcamera_*.dsc source
version=$(sed -n "s/^ *version *: *'\([0-9.]*\)'.*/\1/p" source/meson.build | head -n 1)

prefix=$cache/libcamera-$version-$tag
rm -rf "$prefix" # left over from a build that was cut off
mkdir -p "$prefix/frames" "$prefix/share/libcamera/pipeline/virtual"

say "building libcamera $version for $tag"
"$python" -m venv tools
quietly tools/bin/python -m pip install -q --disable-pip-version-check meson ninja pybind11 jinja2 ply pyyaml
PATH=$work/tools/bin:$PATH
PKG_CONFIG_PATH=$(tools/bin/python -m pybind11 --pkgconfigdir)
export PATH PKG_CONFIG_PATH
cd source
# udev must stay: without it everything compiles, and then the camera manager refuses to start.
# Not optimised, which takes half the time: a test camera plays a few frames. Many sources at once, and the Python module
# with what it needs alone, which takes a third of the rest: headers are most of what is compiled.
quietly meson setup build --prefix="$prefix" --libdir=lib --buildtype=plain --unity=on --unity-size=20 \
    -Dpipelines=virtual -Dipas= -Dpycamera=enabled -Dudev=enabled -Dcam=disabled -Dqcam=disabled \
    -Dgstreamer=disabled -Dv4l2=disabled -Dtest=false -Ddocumentation=disabled -Dtracing=disabled \
    -Dlibunwind=disabled -Dlibdw=disabled -Dlc-compliance=disabled -Dapps-output-dng=disabled
module=$(ninja -C build -t targets all | sed -n 's|^\(src/py/libcamera/_libcamera[^:/]*\.so\): .*|\1|p')
quietly ninja -C build "$module"
quietly meson install -C build --no-rebuild

# The camera plays frames/0.jpg, 1.jpg and so on; the place is compiled in.
cat >"$prefix/share/libcamera/pipeline/virtual/virtual.yaml" <<YAML
%YAML 1.1
---
"Board0":
  supported_formats:
  - width: 1280
    height: 720
    frame_rates: [30, 30]
  - width: 640
    height: 360
    frame_rates: [30]
  frames:
    path: "$prefix/frames/"
  location: "CameraLocationExternal"
  model: "virtual board camera"
YAML

say "installing picamera2 $picamera2 beside it"
"$python" -m pip freeze --exclude-editable --disable-pip-version-check | grep -i '^numpy==' >"$work/constraints" || true
quietly "$python" -m pip install -q --disable-pip-version-check --target "$prefix/site" \
    --constraint "$work/constraints" "picamera2==$picamera2"
rm -rf "$prefix/site"/numpy "$prefix/site"/numpy.libs "$prefix/site"/numpy-* # the tests' own numpy is to be used

touch "$prefix/ready"
echo "$prefix"
