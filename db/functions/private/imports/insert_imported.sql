-- Adds testimonials of an import, all their parts in one statement, without events of realtime and without row triggers that would
-- work one by one: screens follow the row of the import. `rows` is [{id, row, line, body, rating, name, headline, title, company, url, email, locale,
-- source_url, status, spam_state, at, tags, pictures, reply, source_id, evidence, cells}]: `headline` is the title of the testimonial, `title`
-- the author's; `pictures` is [{role, url}], `reply` {body, at}, `source_id` its id in the source, `cells` those of changed words; `wording` is
-- that of the consent, `evidence` the source.
create or replace function private.insert_imported(
	space uuid, import uuid, form uuid, actor text, scope text, wording text, evidence text, rows jsonb
) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	moment timestamptz := clock_timestamp();
	agreed text := private.consent_text(scope, wording);
	detail jsonb := jsonb_build_object('scope', scope);
	wording_hash bytea := private.share_wording(space, wording);
begin
	perform set_config('plaudit.first_events', 'written', true), set_config('realtime.record', 'off', true);
	with r as materialized (
		select x.*, private.new_secret() as secret, private.new_secret() as next_secret
		from jsonb_to_recordset(rows) x (id uuid, row int, line int, body text, rating smallint, name text, headline text, title text, company text,
			url text, email text, locale text, source_url text, status text, spam_state text, at timestamptz, reply jsonb, source_id text,
			evidence text, cells jsonb)
	),
	t as (
		insert into public.testimonials (id, space_id, form_id, kind, title, body, rating, author_name, author_title, author_company, author_url,
			locale, source, source_url, status, spam_state, live_scope, media_ready, submitted_at, approved_at)
		select r.id, space, form, 'text', r.headline, r.body, r.rating, r.name, r.title, r.company, r.url, r.locale, 'import', r.source_url,
			coalesce(r.status, 'pending'), coalesce(r.spam_state, 'clean'), scope, true, coalesce(r.at, moment), case when r.status = 'approved' then coalesce(r.at, moment) end
		from r
	),
	c as (
		insert into private.consents (space_id, testimonial_id, scope, wording_hash, locale) select space, r.id, scope, wording_hash, 'en' from r
	),
	v as (
		insert into public.verifications (space_id, testimonial_id, basis, evidence) select space, r.id, 'imported', coalesce(r.evidence, evidence) from r
	),
	y as (
		insert into public.replies (space_id, testimonial_id, body, created_at)
		select space, r.id, r.reply ->> 'body', coalesce((r.reply ->> 'at')::timestamptz, r.at, moment) from r where r.reply ->> 'body' is not null
	),
	n as (
		insert into private.import_ids (space_id, source, source_id, testimonial_id)
		select space, evidence, r.source_id, r.id from r where r.source_id is not null on conflict do nothing
	),
	k as (
		insert into public.testimonial_contacts (space_id, testimonial_id, email) select space, r.id, r.email from r where r.email is not null
	),
	said as materialized (
		select r.id, r.secret, r.next_secret, private.commitment(r.secret, 'words', private.words_text(r.body, r.rating, r.headline)) as content,
			private.commitment(r.secret, 'author', private.author_text(r.name, r.title, r.company, r.url)) as author,
			private.commitment(r.next_secret, 'consent', agreed) as agreed
		from r
	),
	-- Computed once: the second entry continues the hash of the first.
	first as materialized (
		select said.*, private.hash_text(
			private.entry_text(null, said.id, 1, 'added', actor, moment, said.content, said.author, '{}', said.secret)) as hash
		from said
	),
	e as (
		insert into public.testimonial_events (space_id, testimonial_id, seq, kind, actor, at, detail, previous_hash, hash, format, secret, content, author)
		select space, f.id, 1, 'added', actor, moment, '{}'::jsonb, null, f.hash, 2, f.secret, f.content, f.author from first f
		union all
		select space, f.id, 2, 'consented', actor, moment, detail, f.hash,
			private.hash_text(private.entry_text(f.hash, f.id, 2, 'consented', actor, moment, f.agreed, null, detail, f.next_secret)),
			2, f.next_secret, f.agreed, null
		from first f
	)
	insert into public.import_rows (space_id, import_id, row, line, outcome, testimonial_id, cells)
	select space, import, r.row, r.line, 'added', r.id, nullif(r.cells, 'null') from r
	on conflict (space_id, import_id, row) do update
	set outcome = 'added', testimonial_id = excluded.testimonial_id, problem = null, heading = null, reason = null, cells = excluded.cells;

	insert into public.tags (space_id, name)
	select distinct space, u.tag from jsonb_to_recordset(rows) x (tags text[]), unnest(x.tags) u (tag)
	on conflict (space_id, name) do nothing;
	insert into public.testimonial_tags (space_id, testimonial_id, tag_id)
	select distinct space, x.id, g.id
	from jsonb_to_recordset(rows) x (id uuid, tags text[]), unnest(x.tags) u (tag)
	join public.tags g on g.space_id = space and g.name = u.tag;
	insert into private.import_pictures (space_id, import_id, testimonial_id, row, seq, role, url)
	select space, import, x.id, x.row, p.seq, p.value ->> 'role', p.value ->> 'url'
	from jsonb_to_recordset(rows) x (id uuid, row int, pictures jsonb), jsonb_array_elements(x.pictures) with ordinality p (value, seq);
	perform set_config('realtime.record', '', true);
end
$$;
