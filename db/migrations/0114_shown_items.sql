-- One published testimonial as JSON (`WallItem` without `pinned`), kept beside it so that a page of a wall is one walk
-- along an index. What follows a change here is the words; whether they are shown is `testimonials.is_public`, always.

-- A file's address has its own route, which looks each time whether the testimonial is still public.
create function private.media_address(path text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
	select '/media/' || case when path ~ '^[A-Za-z0-9._~/-]*$' then path else (
		select string_agg(case when letter ~ '^[A-Za-z0-9._~/-]$' then letter
			else regexp_replace(upper(encode(convert_to(letter, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end, '' order by place)
		from regexp_split_to_table(path, '') with ordinality letters(letter, place)) end
$$;

-- Where it was first said: a name that readers know, or the site's own.
create function private.source_name(address text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
	select case
		when host ~ '(^|\.)google\.[a-z.]+$|(^|\.)g\.page$|^maps\.app\.goo\.gl$' then 'Google'
		when host ~ '(^|\.)trustpilot\.com$' then 'Trustpilot'
		when host ~ '(^|\.)(x|twitter)\.com$' then 'X'
		when host ~ '(^|\.)linkedin\.com$' then 'LinkedIn'
		when host ~ '(^|\.)facebook\.com$' then 'Facebook'
		when host ~ '(^|\.)instagram\.com$' then 'Instagram'
		when host ~ '(^|\.)producthunt\.com$' then 'Product Hunt'
		when host ~ '(^|\.)g2\.com$' then 'G2'
		when host ~ '(^|\.)capterra\.[a-z.]+$' then 'Capterra'
		when host ~ '(^|\.)yelp\.[a-z.]+$' then 'Yelp'
		when host ~ '(^|\.)tripadvisor\.[a-z.]+$' then 'Tripadvisor'
		else regexp_replace(host, '^www\.', '') end
	from (select lower(substring(address from '^https?://(?:[^/?#@]*@)?([^/?#:]+)')) as host) parsed
$$;

create function private.wall_item(s private.shown_testimonials) returns text
language sql stable set search_path = '' as $$
	select row_to_json(whole)::text from (select
		s.id, s.kind, s.locale, s.body as text, s.is_excerpt, s.rating,
		(select row_to_json(author) from (select
			coalesce(s.author_name, '') as name, nullif(s.author_title, '') as title, nullif(s.author_company, '') as company,
			s.author_url as url,
			(select row_to_json(avatar) from (select private.media_address(s.author_avatar_path) as url,
				null::int as width, null::int as height) avatar where s.author_avatar_path is not null) as avatar) author) as author,
		to_char(s.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as submitted_at, s.basis,
		(select row_to_json(source) from (select private.source_name(s.source_url) as name, s.source_url as url) source) as source,
		(select row_to_json(reply) from (select s.reply as body) reply where s.reply <> '') as reply,
		nullif(s.reward_disclosure, '') as reward,
		(select row_to_json(media) from (select m ->> 'kind' as kind, private.media_address(m ->> 'path') as url,
				(m ->> 'width')::int as width, (m ->> 'height')::int as height,
				private.media_address(m ->> 'poster_path') as poster, private.media_address(m ->> 'captions_path') as captions,
				(m ->> 'seconds')::numeric as seconds
			from (select s.media -> 0 as m) files where m is not null) media) as media) whole
$$;

create function private.keep_item(space uuid, testimonial uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
	insert into private.shown_items (space_id, testimonial_id, item)
	select s.space_id, s.id, private.wall_item(s) from private.shown_testimonials s where s.space_id = $1 and s.id = $2
	on conflict (space_id, testimonial_id) do update set item = excluded.item;
	if not found then
		delete from private.shown_items i where i.space_id = $1 and i.testimonial_id = $2;
	end if;
end
$$;
create function private.follow_shown() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	perform private.keep_item(new.space_id, new.id);
	return null;
end
$$;
create function private.follow_part() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	if tg_op = 'DELETE' then
		perform private.keep_item(old.space_id, old.testimonial_id);
	else
		perform private.keep_item(new.space_id, new.testimonial_id);
	end if;
	return null;
end
$$;
alter function private.media_address(text) owner to product_door;
alter function private.source_name(text) owner to product_door;
alter function private.wall_item(private.shown_testimonials) owner to product_door;
alter function private.keep_item(uuid, uuid) owner to product_door;
alter function private.follow_shown() owner to product_door;
alter function private.follow_part() owner to product_door;

create trigger keep_item after insert on public.testimonials for each row
	when (new.is_public) execute function private.follow_shown();
create trigger keep_item_changed after update on public.testimonials for each row
	when (old.is_public or new.is_public) execute function private.follow_shown();
create trigger keep_item after insert or update or delete on public.verifications for each row execute function private.follow_part();
create trigger keep_item after insert or update or delete on public.replies for each row execute function private.follow_part();
create trigger keep_item after insert or update or delete on public.media for each row execute function private.follow_part();
