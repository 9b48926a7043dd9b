-- Adds a testimonial that was given elsewhere, without pictures: private.add_testimonial for API clients.
create or replace function public.vouch_testimonial(
	space_id uuid, body text, author_name text, origin text default '', may_publish boolean default false,
	rating int default null, author_title text default null, author_company text default null, author_url text default null,
	title text default null
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	made uuid := gen_random_uuid();
begin
	perform private.add_testimonial(space_id, made, jsonb_build_object('body', body, 'author_name', author_name, 'origin', origin,
		'may_publish', may_publish, 'rating', rating, 'author_title', author_title, 'author_company', author_company,
		'author_url', author_url, 'title', title));
	return made;
end
$$;

grant execute on function public.vouch_testimonial(uuid, text, text, text, boolean, int, text, text, text, text) to authenticated;
