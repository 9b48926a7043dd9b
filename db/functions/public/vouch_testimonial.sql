-- Adds a testimonial that was given elsewhere. A member vouches for it: their statement is its basis, and the consent says so.
create or replace function public.vouch_testimonial(
	space_id uuid, body text, author_name text, origin text default '', may_publish boolean default false,
	rating int default null, author_title text default null, author_company text default null, author_url text default null
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	made uuid;
	said text := nullif(btrim(normalize(replace(body, E'\r\n', E'\n'), NFC)), '');
	who text := nullif(btrim(normalize(author_name, NFC)), '');
	where_from text := btrim(coalesce(origin, ''));
begin
	if space_id is null or space_id <> all (private.spaces_as('editor')) then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may add a testimonial.';
	end if;
	if said is null or char_length(said) > 5000 or said ~ '[\x01-\x09\x0b-\x1f\x7f-\x9f]' then
		raise exception using errcode = '22023', message = 'A text has 1 to 5,000 characters and no control characters.', column = 'body';
	end if;
	if who is null or char_length(who) > 120 or who ~ '[[:cntrl:]]' then
		raise exception using errcode = '22023', message = 'A name has 1 to 120 characters.', column = 'author_name';
	end if;
	if char_length(where_from) > 500 or where_from ~ '[[:cntrl:]]' then
		raise exception using errcode = '22023', message = 'The origin has at most 500 characters.', column = 'origin';
	end if;
	if rating not between 1 and 5 then
		raise exception using errcode = '22023', message = 'A rating is a whole number from 1 to 5, or none.', column = 'rating';
	end if;
	insert into public.testimonials (space_id, kind, body, rating, author_name, author_title, author_company, author_url, locale, source, source_url, media_ready)
	select space_id, 'text', said, rating, who, nullif(btrim(author_title), ''), nullif(btrim(author_company), ''),
		nullif(btrim(author_url), ''), s.locale, 'manual', case when where_from ~ '^https?://[^\s]+$' then where_from end, true
	from public.spaces s where s.id = space_id
	returning id into made;
	insert into public.consents (space_id, testimonial_id, scope, wording, locale)
	values (space_id, made, case when may_publish then 'public' else 'private' end,
		case when may_publish then 'A member of the space states: they agreed that I may publish these words with their name.'
			else 'A member of the space typed these words in and states no permission to publish them.' end, 'en');
	insert into public.verifications (space_id, testimonial_id, basis, evidence) values (space_id, made, 'vouched', where_from);
	return made;
end
$$;

alter function public.vouch_testimonial(uuid, text, text, text, boolean, int, text, text, text) owner to product_door;
grant execute on function public.vouch_testimonial(uuid, text, text, text, boolean, int, text, text, text) to authenticated;
