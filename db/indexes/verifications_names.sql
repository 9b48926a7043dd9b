-- The words of evidence that may name a person (public.find_people). That of an import is the same for all its rows, and that of an address or order has no name.
create index concurrently verifications_names on public.verifications
	using gin (to_tsvector('simple', translate(lower(evidence), U&'\0131\0130\0307', 'ii'))) where basis in ('provider', 'vouched');
