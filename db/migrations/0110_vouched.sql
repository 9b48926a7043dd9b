-- A testimonial that reached a member another way (a letter, a mail): typed in by hand and vouched for.

create function public.vouch_testimonial(space_id uuid, body text, author_name text, origin text default '',
	may_publish boolean default false) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	words text := normalize(btrim(replace(body, E'\r\n', E'\n'), E' \t\n\r'), nfc);
	who text := normalize(btrim(author_name), nfc);
	made uuid;
begin
	if not (space_id = any (private.spaces_as('editor'))) then
		raise exception using errcode = '42501', message = 'Only editors of the space may add to it.';
	end if;
	if words is null or char_length(words) not between 1 and 5000 or words ~ '[\x01-\x09\x0b-\x1f\x7f]' then
		raise exception using errcode = '22023', message = 'A text has 1 to 5,000 characters and no control characters.',
			column = 'body';
	end if;
	if who is null or char_length(who) not between 1 and 120 or who ~ '[[:cntrl:]]' then
		raise exception using errcode = '22023', message = 'A name has 1 to 120 characters.', column = 'author_name';
	end if;
	insert into public.testimonials (space_id, kind, body, author_name, source)
		values (space_id, 'text', words, who, 'manual') returning id into made;
	insert into public.consents (space_id, testimonial_id, scope, wording)
		values (space_id, made, case when may_publish then 'public' else 'private' end,
			case when may_publish then 'A member of the space states: they agreed that I may publish these words with their name.'
				else 'A member of the space typed these words in and states no permission to publish them.' end);
	insert into public.verifications (space_id, testimonial_id, basis, evidence)
		values (space_id, made, 'vouched', left(btrim(coalesce(origin, '')), 200));
	return made;
end
$$;
alter function public.vouch_testimonial(uuid, text, text, text, boolean) owner to product_door;
revoke execute on function public.vouch_testimonial(uuid, text, text, text, boolean) from public;
grant execute on function public.vouch_testimonial(uuid, text, text, text, boolean) to authenticated;
grant execute on function private.spaces_as(text) to product_door;
