-- The words of the names of invited people (public.find_people).
create index concurrently invitations_names on public.invitations
	using gin (to_tsvector('simple', translate(lower(name), U&'\0131\0130\0307', 'ii')));
