-- Sets a title apart that an import of before there were titles joined to the words, as a new version by the server. Only where the words are still
-- those two with an empty line between them, and no one has edited them, chosen a part or proposed other words. Says whether it did.
create or replace function private.split_title(space uuid, testimonial uuid, headline text, words text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	t public.testimonials;
begin
	select x.* into t from public.testimonials x
	where x.space_id = space and x.id = testimonial and x.source = 'import' and x.version = 1 and x.title is null and x.excerpt_start is null
		and x.body = headline || E'\n\n' || words and words <> ''
		and not exists (select from public.proposals p where p.space_id = x.space_id and p.testimonial_id = x.id)
	for no key update;
	if not found then
		return false;
	end if;
	insert into public.testimonial_versions (space_id, testimonial_id, version, body, rating, author_name, author_title, author_company, author_url)
	values (t.space_id, t.id, t.version, t.body, t.rating, t.author_name, t.author_title, t.author_company, t.author_url);
	update public.testimonials x set title = headline, body = words, version = t.version + 1 where x.space_id = space and x.id = testimonial;
	return true;
end
$$;

grant execute on function private.split_title(uuid, uuid, text, text) to service_role;
