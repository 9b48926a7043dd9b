-- A tag that a program sets or takes away stands in the history of its testimonial; those of members do not. A tag that is deleted as a whole
-- takes its rows away at depth 1, without an entry for each.
create trigger record_key_tag after insert or delete on public.testimonial_tags for each row
	when (pg_trigger_depth() = 0 and current_setting('request.jwt.claims', true) like '%"api_key"%')
	execute function private.record_key_tag();
