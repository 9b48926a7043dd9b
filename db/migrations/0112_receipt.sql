-- What the holder of a private link may read and do. Everything goes by the hash of the link's token.

-- What is left of an erased testimonial: enough to recognise its id when an old backup comes back, and nothing else.
create table private.tombstones (
	space_id uuid not null,
	salt bytea not null,
	-- sha256(salt || the id's text)
	id_hash bytea not null,
	erased_at timestamptz not null default now(),
	primary key (space_id, id_hash)
);
alter table private.tombstones enable row level security;
alter table private.tombstones force row level security;
grant select, insert on private.tombstones to product_door;
grant select, delete on storage.objects to product_door;
grant update (selection) on public.walls to product_door;

-- Whether a list of a wall's rule admits a value: an empty one admits everything.
create function private.admits(list jsonb, value text) returns boolean language sql immutable set search_path = '' as $$
	select case
		when jsonb_typeof(list) is distinct from 'array' then true
		when jsonb_array_length(list) = 0 then true
		else coalesce(list ? value, false)
	end
$$;

create function private.day_of(value text) returns date language plpgsql stable set search_path = '' as $$
begin
	return value::date;
exception when others then
	return null;
end
$$;

-- The published walls that show a testimonial now.
create function private.walls_showing(space uuid, testimonial uuid) returns jsonb
language sql stable set search_path = '' as $$
	select coalesce(jsonb_agg(jsonb_build_object('name', w.name, 'slug', w.slug) order by w.created_at, w.id), '[]')
	from public.walls w
	join public.public_testimonials p on p.space_id = w.space_id and p.id = $2
	where w.space_id = $1 and w.is_published and (
		exists (select from public.wall_items i where i.space_id = w.space_id and i.wall_id = w.id and i.testimonial_id = p.id)
		or private.admits(w.selection -> 'ids', p.id::text)
			and private.admits(w.selection -> 'kinds', p.kind)
			and private.admits(w.selection -> 'forms', p.form_id::text)
			and (private.admits(w.selection -> 'tags', null)
				or exists (select from unnest(p.tag_ids) tag where w.selection -> 'tags' ? tag::text))
			and p.submitted_at >= coalesce(private.day_of(w.selection ->> 'min_date'), '-infinity'))
$$;

create function private.read_receipt(token_hash bytea) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object(
		'id', t.id, 'space_id', t.space_id, 'kind', t.kind, 'body', t.body, 'rating', t.rating, 'author_name', t.author_name,
		'author_title', t.author_title, 'author_company', t.author_company, 'author_url', t.author_url,
		'author_avatar_path', t.author_avatar_path, 'locale', t.locale, 'status', t.status,
		'edit_pending', t.status = 'pending' and t.approved_version is not null,
		'is_public', exists (select from public.public_testimonials p where p.space_id = t.space_id and p.id = t.id),
		'excerpt_start', t.excerpt_start, 'excerpt_end', t.excerpt_end,
		'submitted_at', t.submitted_at, 'approved_at', t.approved_at, 'withdrawn_at', t.withdrawn_at,
		'email', (select c.email from public.testimonial_contacts c where c.space_id = t.space_id and c.testimonial_id = t.id),
		'consents', (select coalesce(jsonb_agg(jsonb_build_object('scope', c.scope, 'wording', c.wording,
				'given_at', c.given_at, 'revoked_at', c.revoked_at) order by c.given_at desc, c.revoked_at desc nulls first), '[]')
			from public.consents c where c.space_id = t.space_id and c.testimonial_id = t.id),
		'media', (select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'path', m.path, 'width', m.width,
				'height', m.height, 'state', m.state) order by m.created_at, m.id), '[]')
			from public.media m where m.space_id = t.space_id and m.testimonial_id = t.id),
		'answers', (select coalesce(jsonb_agg(jsonb_build_object('label', a.label, 'value', a.value, 'is_public', a.is_public)
				order by a.position, a.id), '[]')
			from public.testimonial_answers a where a.space_id = t.space_id and a.testimonial_id = t.id),
		'reply', (select jsonb_build_object('body', r.body, 'created_at', r.created_at)
			from public.replies r where r.space_id = t.space_id and r.testimonial_id = t.id),
		'walls', private.walls_showing(t.space_id, t.id),
		'basis', (select v.basis from public.verifications v where v.space_id = t.space_id and v.testimonial_id = t.id
			order by array_position(array['order', 'provider', 'email', 'invited', 'imported', 'vouched'], v.basis) limit 1),
		'events', (select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'at', e.at,
				'by', case when e.actor in ('submitter', 'system') then e.actor else 'owner' end) order by e.seq), '[]')
			from public.testimonial_events e where e.space_id = t.space_id and e.testimonial_id = t.id),
		'form', (select jsonb_build_object('slug', f.slug, 'consent_text', f.consent_text, 'rating', f.rating)
			from public.forms f where f.id = t.form_id),
		'space', (select jsonb_build_object('name', s.name, 'brand', s.brand) from public.spaces s where s.id = t.space_id))
	from private.receipts r
	join public.testimonials t on t.id = r.testimonial_id
	where r.token_hash = $1
$$;

-- Changes what the submitter asks for: {body, rating, author_name, author_title, author_company, author_url}, {consent:
-- {scope, wording}}, {withdrawn}. What is left out stays. New words make a new version that waits for its decision,
-- while the approved one stays public. False when no such link is known.
create function private.change_by_receipt(token_hash bytea, change jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
	t public.testimonials;
	n public.testimonials;
begin
	-- Held first, so that no other change comes between; the history depends on it.
	select x.* into t from private.receipts r join public.testimonials x on x.id = r.testimonial_id
	where r.token_hash = $1 for no key update of x;
	if not found then
		return false;
	end if;

	n := jsonb_populate_record(t, change - array['consent', 'withdrawn']);
	if (n.body, n.rating, n.author_name, n.author_title, n.author_company, n.author_url)
		is distinct from (t.body, t.rating, t.author_name, t.author_title, t.author_company, t.author_url)
	then
		insert into public.testimonial_versions (space_id, testimonial_id, version, body, rating, author_name, author_title,
			author_company, author_url, excerpt_start, excerpt_end)
		values (t.space_id, t.id, t.version, t.body, t.rating, t.author_name, t.author_title, t.author_company, t.author_url,
			t.excerpt_start, t.excerpt_end);
		update public.testimonials
		set body = n.body, rating = n.rating, author_name = n.author_name, author_title = n.author_title,
			author_company = n.author_company, author_url = n.author_url, version = t.version + 1, status = 'pending',
			approved_version = case t.status when 'approved' then t.version when 'pending' then t.approved_version end,
			excerpt_start = null, excerpt_end = null
		where id = t.id;
	end if;

	if change ? 'consent' and not exists (
		select from public.consents c
		where c.space_id = t.space_id and c.testimonial_id = t.id and c.revoked_at is null
			and c.scope = change #>> '{consent,scope}' and c.wording = change #>> '{consent,wording}'
	) then
		update public.consents c set revoked_at = clock_timestamp()
		where c.space_id = t.space_id and c.testimonial_id = t.id and c.revoked_at is null;
		insert into public.consents (space_id, testimonial_id, scope, wording, locale, given_at)
		values (t.space_id, t.id, change #>> '{consent,scope}', change #>> '{consent,wording}', t.locale, clock_timestamp());
		-- Screens follow the testimonial itself, so it is said to have changed.
		update public.testimonials set version = version where id = t.id;
	end if;

	if change ? 'withdrawn' and (change ->> 'withdrawn')::boolean <> (t.withdrawn_at is not null) then
		update public.testimonials
		set withdrawn_at = case when (change ->> 'withdrawn')::boolean then clock_timestamp() end
		where id = t.id;
	end if;
	return true;
end
$$;

-- Erases a testimonial with everything that hangs on it, and answers the objects whose bytes must go too.
create function private.erase_by_receipt(token_hash bytea) returns table (version text)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
	t record;
	salt bytea := uuid_send(gen_random_uuid());
begin
	select x.space_id, x.id into t from private.receipts r join public.testimonials x on x.id = r.testimonial_id
	where r.token_hash = $1 for update of x;
	if not found then
		return;
	end if;
	insert into private.tombstones (space_id, salt, id_hash)
	values (t.space_id, salt, sha256(salt || convert_to(t.id::text, 'UTF8')));
	update public.walls w set selection = jsonb_set(w.selection, '{ids}', (w.selection -> 'ids') - t.id::text)
	where w.space_id = t.space_id and w.selection -> 'ids' ? t.id::text;
	return query
		delete from storage.objects o
		where o.bucket_id = 'photos' and o.name collate "C" >= format('%s/%s/', t.space_id, t.id)
			and o.name collate "C" < format('%s/%s0', t.space_id, t.id)
		returning o.version;
	delete from public.testimonials x where x.id = t.id;
	-- One empty row says that it was there, also where it had no files.
	return query select null::text;
end
$$;

do $$
declare
	signature text;
begin
	foreach signature in array array['admits(jsonb, text)', 'day_of(text)', 'walls_showing(uuid, uuid)',
		'read_receipt(bytea)', 'change_by_receipt(bytea, jsonb)', 'erase_by_receipt(bytea)']
	loop
		execute format('alter function private.%s owner to product_door', signature);
	end loop;
end
$$;
grant execute on function private.read_receipt(bytea), private.change_by_receipt(bytea, jsonb), private.erase_by_receipt(bytea) to anon;

-- Whom to send the private link of a testimonial: nobody when it was erased or taken for spam meanwhile.
create function private.receipt_mail(testimonial uuid, out email text, out space text) returns setof record
language sql stable security definer set search_path = '' as $$
	select c.email, s.name
	from public.testimonials t
	join public.testimonial_contacts c on c.space_id = t.space_id and c.testimonial_id = t.id
	join public.spaces s on s.id = t.space_id
	where t.id = $1 and t.spam_state <> 'spam'
$$;
alter function private.receipt_mail(uuid) owner to product_door;
grant execute on function private.receipt_mail(uuid) to service_role;

-- Forgets what is kept for a while only: idempotency keys for a week, budgets for a day, former wordings for a month.
create function private.forget_old() returns void
language sql volatile security definer set search_path = '' as $$
	update private.receipts set send_key = null where send_key is not null and sent_at < now() - interval '7 days';
	delete from private.address_budgets where hour < now() - interval '1 day';
	delete from private.former_consent_texts where replaced_at < now() - interval '30 days';
$$;
alter function private.forget_old() owner to product_door;
grant execute on function private.forget_old() to service_role;
