-- Testimonials with an address in their words, where the search for a person looks for mentions of theirs.
create index concurrently testimonials_addresses on public.testimonials (space_id) where body like '%@%' or title like '%@%';
