-- A public testimonial as the JSON of a wall (`WallItem`).
create or replace function private.wall_item(s private.shown_testimonials) returns text
language sql stable set search_path = '' as $$
	select row_to_json(whole)::text from (select
		s.id, s.kind, s.locale, s.title, coalesce(nullif(s.body, ''), s.media -> 0 ->> 'quote', '') as text,
		s.is_excerpt or (s.body = '' and s.media -> 0 ->> 'quote' is not null) as is_excerpt, s.rating,
		(select row_to_json(author) from (select
			coalesce(s.author_name, '') as name, nullif(s.author_title, '') as title, nullif(s.author_company, '') as company,
			s.author_url as url,
			(select row_to_json(avatar) from (select private.media_address(s.author_avatar_path) as url,
				null::int as width, null::int as height) avatar where s.author_avatar_path is not null) as avatar) author) as author,
		to_char(s.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as submitted_at, s.basis,
		(select v.provider from public.verifications v
			where v.space_id = s.space_id and v.testimonial_id = s.id and v.basis = 'provider' and s.basis = 'provider') as provider,
		(select row_to_json(source) from (select private.source_name(s.source_url) as name, s.source_url as url) source) as source,
		(select row_to_json(reply) from (select s.reply as body) reply where s.reply <> '') as reply,
		nullif(s.reward_disclosure, '') as reward,
		(select row_to_json(media) from (select m ->> 'kind' as kind, private.media_address(m ->> 'path') as url,
				(m ->> 'width')::int as width, (m ->> 'height')::int as height,
				private.media_address(m ->> 'poster_path') as poster,
				(select coalesce(jsonb_agg(jsonb_build_object('locale', c ->> 'locale', 'url', private.media_address(c ->> 'path'))
						order by c ->> 'locale' <> s.locale, c ->> 'locale'), '[]')
					from jsonb_array_elements(nullif(m -> 'captions', 'null')) c) as captions,
				(m ->> 'seconds')::numeric as seconds,
				(select row_to_json(trim) from (select coalesce((m ->> 'trim_start')::numeric, 0) as start,
					coalesce((m ->> 'trim_end')::numeric, (m ->> 'seconds')::numeric) as "end"
					where m ->> 'trim_start' is not null or m ->> 'trim_end' is not null) trim) as trim,
				nullif(m -> 'peaks', 'null') as peaks
			from (select s.media -> 0 as m) files where m is not null) media) as media,
		coalesce(s.answers, '[]') as answers,
		-- Last: walls set it by the end of the text (src/product/walls/read-wall-page.ts).
		s.is_pinned as pinned) whole
$$;
