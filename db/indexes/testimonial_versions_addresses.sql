-- Former versions with an address in their words (private.person_mentions).
create index concurrently testimonial_versions_addresses on public.testimonial_versions (space_id) where body like '%@%' or title like '%@%';
