-- Questions with several answers, with a scale from 0 to 10 and with a date.
alter table public.form_questions
	drop constraint form_questions_kind_check,
	add constraint form_questions_kind_check
		check (kind in ('short', 'long', 'choice', 'choices', 'scale', 'score', 'date', 'link')),
	-- Of kind `choices`: how many options may be chosen; null: all of them.
	add column most smallint constraint most_is_a_number_of_options check (most between 1 and 20),
	-- Of kinds `scale` and `score`: what the lowest and the highest number mean.
	add column low_label text not null default '' check (char_length(low_label) <= 60 and low_label !~ '[[:cntrl:]]'),
	add column high_label text not null default '' check (char_length(high_label) <= 60 and high_label !~ '[[:cntrl:]]');
grant insert (most, low_label, high_label), update (most, low_label, high_label) on public.form_questions to authenticated;

-- How the value is to be read, as the question may be changed or deleted later. Several choices are lines of the value, a date is written
-- as 2026-03-31. Null: the answer is older than this column.
alter table public.testimonial_answers
	add column kind text check (kind in ('short', 'long', 'choice', 'choices', 'scale', 'score', 'date', 'link'));
