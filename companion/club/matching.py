"""The largest matching of a graph: Edmonds' blossoms (Paths, Trees, and Flowers, 1965), for a few hundred vertices."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

_NONE = -1


def largest_matching(edges: Sequence[Sequence[int]]) -> int:
    """How many pairs of neighbours can be chosen so that nobody is in two.

    Args:
        edges: by vertex, its neighbours; each edge is told from both ends.
    """
    mates = _greedy(edges)
    for vertex in range(len(edges)):
        if mates[vertex] == _NONE:
            _augment(edges, mates, vertex)
    return sum(mate != _NONE for mate in mates) // 2


def _greedy(edges: Sequence[Sequence[int]]) -> list[int]:
    mates = [_NONE] * len(edges)
    for vertex, neighbours in enumerate(edges):
        if mates[vertex] == _NONE:
            free = next((one for one in neighbours if mates[one] == _NONE), _NONE)
            if free != _NONE:
                mates[vertex], mates[free] = free, vertex
    return mates


def _augment(edges: Sequence[Sequence[int]], mates: list[int], root: int) -> None:
    """Grow a tree of alternating paths from a free vertex; where it meets another free one, swap along the path."""
    size = len(edges)
    parent, base = [_NONE] * size, list(range(size))
    in_tree = [False] * size
    in_tree[root] = True
    queue = deque([root])
    while queue:
        vertex = queue.popleft()
        for other in edges[vertex]:
            if base[vertex] == base[other] or mates[vertex] == other:
                continue
            if other == root or (mates[other] != _NONE and parent[mates[other]] != _NONE):
                _contract(mates, parent, base, in_tree, queue, vertex, other)
            elif parent[other] == _NONE:
                parent[other] = vertex
                if mates[other] == _NONE:
                    _swap(mates, parent, other)
                    return
                in_tree[mates[other]] = True
                queue.append(mates[other])


def _contract(
    mates: list[int], parent: list[int], base: list[int], in_tree: list[bool], queue: deque[int], one: int, other: int
) -> None:
    """An odd cycle: all of it becomes one vertex."""
    shared = _shared_base(mates, parent, base, one, other)
    blossom = [False] * len(mates)
    _mark(mates, parent, base, blossom, one, shared, other)
    _mark(mates, parent, base, blossom, other, shared, one)
    for vertex in range(len(mates)):
        if blossom[base[vertex]]:
            base[vertex] = shared
            if not in_tree[vertex]:
                in_tree[vertex] = True
                queue.append(vertex)


def _shared_base(mates: list[int], parent: list[int], base: list[int], one: int, other: int) -> int:
    seen = set()
    vertex = one
    while True:
        vertex = base[vertex]
        seen.add(vertex)
        if mates[vertex] == _NONE:
            break
        vertex = parent[mates[vertex]]
    vertex = base[other]
    while vertex not in seen:
        vertex = base[parent[mates[vertex]]]
    return vertex


def _mark(
    mates: list[int], parent: list[int], base: list[int], blossom: list[bool], vertex: int, shared: int, child: int
) -> None:
    while base[vertex] != shared:
        blossom[base[vertex]] = blossom[base[mates[vertex]]] = True
        parent[vertex] = child
        child = mates[vertex]
        vertex = parent[mates[vertex]]


def _swap(mates: list[int], parent: list[int], end: int) -> None:
    while end != _NONE:
        before = parent[end]
        after = mates[before]
        mates[end], mates[before] = before, end
        end = after
