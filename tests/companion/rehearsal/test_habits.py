"""People who treat the tablet as people do."""

from __future__ import annotations

from companion.rehearsal.habits import Habits, PeopleWithHabits


def test_people_without_habits_press_after_every_turn_and_answer_at_once() -> None:
    people = PeopleWithHabits(Habits())
    assert not any(people.forget() for _ in range(100))
    assert all(people.answer() for _ in range(100))


def test_people_who_forget_every_fifth_press_do_so_about_every_fifth_time() -> None:
    people = PeopleWithHabits(Habits(forgets=0.2, seed=3))
    assert 150 < sum(people.forget() for _ in range(1000)) < 250


def test_a_question_stands_open_for_at_most_as_many_turns_as_people_leave_it() -> None:
    people = PeopleWithHabits(Habits(leaves=5, seed=1))
    waited: list[int] = []
    for _ in range(200):
        turns = 0
        while not people.answer():
            people.a_turn_passes()
            turns += 1
        waited.append(turns)
    assert set(waited) == {0, 1, 2, 3, 4, 5}


def test_a_question_that_the_table_answered_is_forgotten() -> None:
    people = PeopleWithHabits(Habits(leaves=5, seed=2))
    while people.answer():
        pass
    people.settle()
    assert PeopleWithHabits(Habits(leaves=0)).answer()
    people.habits = Habits(leaves=0)
    assert people.answer()
