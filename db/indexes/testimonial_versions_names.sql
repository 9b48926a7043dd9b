-- The words of former names (public.find_people).
create index concurrently testimonial_versions_names on public.testimonial_versions
	using gin (to_tsvector('simple', translate(lower(author_name), U&'\0131\0130\0307', 'ii')));
