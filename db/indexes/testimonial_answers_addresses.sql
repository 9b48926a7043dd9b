-- Answers with an address (private.person_mentions).
create index concurrently testimonial_answers_addresses on public.testimonial_answers (space_id) where value like '%@%';
