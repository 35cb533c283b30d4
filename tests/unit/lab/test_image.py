from __future__ import annotations

import pytest
from quorum_lab import image

DEB822 = """\
Types: deb
# a comment between the fields
URIs: http://mirror.test/debian
Suites: bookworm bookworm-updates
Components: main

Types: deb deb-src
URIs: http://mirror.test/debian-security
Suites: bookworm-security
Components: main

Enabled: no
Types: deb
URIs: http://off.test/debian
Suites: bookworm
"""

ONE_LINE = """\
# deb http://old.test/debian bookworm main
deb [signed-by=/k.gpg] https://mirror.test/debian bookworm main
deb-src https://mirror.test/debian bookworm main
deb cdrom:[x] bookworm main
"""


@pytest.mark.parametrize(
    ("read", "text", "expected"),
    [
        pytest.param(
            "_deb822_sources",
            DEB822,
            [
                ("http://mirror.test/debian", "bookworm"),
                ("http://mirror.test/debian", "bookworm-updates"),
                ("http://mirror.test/debian-security", "bookworm-security"),
            ],
            id="stanzas, without what is switched off",
        ),
        pytest.param(
            "_one_line_sources",
            ONE_LINE,
            [("https://mirror.test/debian", "bookworm")],
            id="lines, without comments, sources and discs",
        ),
    ],
)
def test_package_sources_of_the_machine_are_read(read, text, expected):
    assert expected == getattr(image, read)(text)


def test_hosts_use_the_mirror_of_a_debian_machine_for_their_own_release():
    sources = image._deb822_sources(DEB822)

    text = image._apt_sources("trixie", sources, "bookworm")

    assert "URIs: http://mirror.test/debian\nSuites: trixie trixie-updates\n" in text
    assert "URIs: http://mirror.test/debian-security\nSuites: trixie-security\n" in text


def test_hosts_on_another_machine_use_the_public_mirror():
    sources = [("http://archive.test/ubuntu", "noble")]

    assert ("http://deb.debian.org/debian", "http://deb.debian.org/debian-security") == image._mirror(sources, "")


def test_every_mark_of_the_recipe_is_replaced(monkeypatch):
    monkeypatch.setattr(image, "_machine_sources", list)
    monkeypatch.setattr(image, "_apt_configuration", lambda: 'Acquire::Retries "3";')

    assert "@" not in image._recipe("bookworm")
