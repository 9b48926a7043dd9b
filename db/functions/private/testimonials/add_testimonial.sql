-- Adds a testimonial that was given elsewhere. A member vouches for it: their statement is its basis, and the consent says so. What the
-- program of a key sends has no basis.
-- `words` is {title, body, rating, author_name, author_title, author_company, author_url, origin, source_url, said_on, locale, may_publish};
-- `files` are those of private.attach_files. The caller chooses the id, so that a repeated call adds nothing.
-- Outcomes: added, replayed, other_words (the id was used with other words, which stay).
create or replace function private.add_testimonial(space uuid, testimonial uuid, words jsonb, tags uuid[] default '{}', files jsonb default null)
returns text
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	outcome text;
	said text := nullif(btrim(normalize(replace(words ->> 'body', E'\r\n', E'\n'), NFC)), '');
	who text := nullif(btrim(normalize(words ->> 'author_name', NFC)), '');
	headline text := nullif(btrim(normalize(words ->> 'title', NFC)), '');
	title text := nullif(btrim(normalize(words ->> 'author_title', NFC)), '');
	company text := nullif(btrim(normalize(words ->> 'author_company', NFC)), '');
	website text := nullif(btrim(words ->> 'author_url'), '');
	origin text := btrim(coalesce(words ->> 'origin', ''));
	link text := coalesce(nullif(btrim(words ->> 'source_url'), ''), case when origin ~ '^https?://[^\s]+$' then origin end);
	rating int := (words ->> 'rating')::int;
	said_on date := (words ->> 'said_on')::date;
	is_sent_by_key constant boolean := auth.jwt() ->> 'api_key' is not null;
	sender constant text := case when is_sent_by_key then 'A program of the space' else 'A member of the space' end;
	may_publish boolean := coalesce((words ->> 'may_publish')::boolean, false);
	has_photo boolean := coalesce(files @> '[{"role": "photo"}]', false);
	avatar text := (select x ->> 'path' from jsonb_array_elements(files) x where x ->> 'role' = 'avatar');
	said_words text := case when files is null then 'these words' else 'these words and pictures' end;
begin
	if space is null or space <> all (private.spaces_for('editor', 'submissions:write')) then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may add a testimonial.';
	end if;
	if said is null or char_length(said) > 5000 or said ~ '[\x01-\x09\x0b-\x1f\x7f-\x9f]' then
		raise exception using errcode = '22023', message = 'A text has 1 to 5,000 characters and no control characters.', column = 'body';
	end if;
	if char_length(headline) > 200 or headline ~ '[\x01-\x1f\x7f-\x9f]' then
		raise exception using errcode = '22023', message = 'A title has at most 200 characters on one line.', column = 'title';
	end if;
	if who is null or char_length(who) > 120 or who ~ '[[:cntrl:]]' then
		raise exception using errcode = '22023', message = 'A name has 1 to 120 characters.', column = 'author_name';
	end if;
	if char_length(title) > 120 or title ~ '[[:cntrl:]]' or char_length(company) > 120 or company ~ '[[:cntrl:]]' then
		raise exception using errcode = '22023', message = 'Title and company have at most 120 characters.', column = 'author_title';
	end if;
	if char_length(website) > 2000 or website !~ '^https?://[^\s[:cntrl:]]+$' then
		raise exception using errcode = '22023', message = 'A website begins with http:// or https://.', column = 'author_url';
	end if;
	if char_length(origin) > 500 or origin ~ '[[:cntrl:]]' then
		raise exception using errcode = '22023', message = 'The origin has at most 500 characters.', column = 'origin';
	end if;
	if char_length(link) > 2000 or link !~ '^https?://[^\s[:cntrl:]]+$' then
		raise exception using errcode = '22023', message = 'A link begins with http:// or https://.', column = 'source_url';
	end if;
	if rating not between 1 and 5 then
		raise exception using errcode = '22023', message = 'A rating is a whole number from 1 to 5, or none.', column = 'rating';
	end if;
	-- A day is that of the member, who may be ahead of UTC.
	if said_on not between date '1900-01-01' and current_date + 1 then
		raise exception using errcode = '22023', message = 'The date lies between 1900 and today.', column = 'said_on';
	end if;
	if exists (select from unnest(tags) tag where not exists (select from public.tags t where t.space_id = space and t.id = tag)) then
		raise exception using errcode = '22023', message = 'A tag is not one of this space.', column = 'tags';
	end if;
	-- A repeated call finds what the first one added.
	if private.is_erased(space, null, said, who) and not exists (select from public.testimonials t where t.space_id = space and t.id = testimonial) then
		raise exception using errcode = '22023', column = 'body',
			message = 'These words were erased here for good, so they are not added again. Their author can send them by a form.';
	end if;

	insert into public.testimonials (id, space_id, kind, title, body, rating, author_name, author_title, author_company, author_url,
		author_avatar_path, locale, source, source_url, media_ready, submitted_at)
	select testimonial, space, case when has_photo then 'photo' else 'text' end, headline, said, rating, who, title, company, website,
		avatar, coalesce(nullif(words ->> 'locale', ''), s.locale), case when is_sent_by_key then 'api' else 'manual' end, link, not has_photo,
		coalesce(least(now(), said_on::timestamp at time zone 'UTC' + interval '12 hours'), now())
	from public.spaces s where s.id = space
	on conflict (id) do nothing;
	if not found then
		select case when (t.title, t.body, t.author_name) is not distinct from (headline, said, who) then 'replayed' else 'other_words' end into outcome
		from public.testimonials t where t.space_id = space and t.id = testimonial and t.source = case when is_sent_by_key then 'api' else 'manual' end;
		if outcome is not null then
			return outcome;
		end if;
		raise exception using errcode = '22023', message = 'The id is taken. Choose a new uuid.', column = 'id';
	end if;
	insert into private.consents (space_id, testimonial_id, scope, wording_hash, locale)
	values (space, testimonial, case when may_publish then 'public' else 'private' end, private.share_wording(space,
		case when may_publish then format('%s states: they agreed that %s may publish %s with their name.', sender,
				case when is_sent_by_key then 'the space' else 'I' end, said_words)
			else format('%s %s and states no permission to publish %s.', sender,
				case when is_sent_by_key then 'sent these words' else 'typed these words in' end,
				case when files is null then 'them' else 'them or the pictures' end) end), 'en');
	insert into public.verifications (space_id, testimonial_id, basis, evidence)
	select space, testimonial, 'vouched', coalesce(nullif(origin, ''), link, '') where not is_sent_by_key;
	insert into public.testimonial_tags (space_id, testimonial_id, tag_id) select distinct space, testimonial, tag from unnest(tags) tag;
	if files is not null then
		perform private.attach_files(space, testimonial, files);
	end if;
	return 'added';
end
$$;

grant execute on function private.add_testimonial(uuid, uuid, jsonb, uuid[], jsonb) to authenticated;
