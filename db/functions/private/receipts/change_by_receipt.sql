-- Applies the changes that a submitter asks for: {title, body, rating, author_name, author_title, author_company, author_url}, {consent:
-- {scope, wording}}, {withdrawn}, {recording} (private.attach_recording). A missing key changes nothing. New words make a new version that waits for moderation, while the
-- approved version stays public. Each change keeps the former words, so `most` limits them by the hour; null is no limit.
-- Outcomes: changed, not_found, too_many, upload_missing.
create or replace function private.change_by_receipt(token_hash bytea, change jsonb, most int) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
	t public.testimonials;
	n public.testimonials;
	is_less boolean;
	recording jsonb := change -> 'recording';
	shown uuid;
begin
	-- Locked first: concurrent changes would break the history.
	select x.* into t from private.find_receipt($1) r join public.testimonials x on x.space_id = r.space_id and x.id = r.testimonial_id
	for no key update of x;
	if not found then
		return 'not_found';
	end if;
	-- A withdrawal is never refused: giving the consent before was counted.
	is_less := change - array['consent', 'withdrawn'] = '{}'
		and coalesce((change ->> 'withdrawn')::boolean, true)
		and (not change ? 'consent' or change #>> '{consent,scope}' = 'private' and t.live_scope is distinct from 'private');
	if most is not null and not is_less and not private.take_address_budget(uuid_send(t.space_id) || sha256(convert_to('changes of ' || t.id, 'UTF8')), most) then
		return 'too_many';
	end if;
	if recording is not null and (recording ->> 'kind' <> t.kind
		or not private.lock_upload(t.id, (recording ->> 'id')::uuid, t.kind))
	then
		return 'upload_missing';
	end if;

	n := jsonb_populate_record(t, change - array['consent', 'withdrawn', 'recording']);
	if recording is not null or (n.title, n.body, n.rating, n.author_name, n.author_title, n.author_company, n.author_url)
		is distinct from (t.title, t.body, t.rating, t.author_name, t.author_title, t.author_company, t.author_url)
	then
		insert into public.testimonial_versions (space_id, testimonial_id, version, title, body, rating, author_name, author_title,
			author_company, author_url, excerpt_start, excerpt_end)
		values (t.space_id, t.id, t.version, t.title, t.body, t.rating, t.author_name, t.author_title, t.author_company, t.author_url,
			t.excerpt_start, t.excerpt_end);
		update public.testimonials
		set title = n.title, body = n.body, rating = n.rating, author_name = n.author_name, author_title = n.author_title,
			author_company = n.author_company, author_url = n.author_url, version = t.version + 1, status = 'pending',
			approved_version = case t.status when 'approved' then t.version when 'pending' then t.approved_version end,
			excerpt_start = null, excerpt_end = null
		where id = t.id;
		update public.proposals p set state = 'outdated', answered_at = clock_timestamp()
		where p.space_id = t.space_id and p.testimonial_id = t.id and p.state = 'waiting';
		insert into private.notification_events (space_id, testimonial_id, kind) values (t.space_id, t.id, 'edited');
	end if;
	if recording is not null then
		-- The later of two waiting replacements counts.
		delete from public.media m where m.space_id = t.space_id and m.testimonial_id = t.id and m.replaces is not null;
		select m.id into shown from public.media m where m.space_id = t.space_id and m.testimonial_id = t.id;
		perform private.attach_recording(t.space_id, t.id, recording, shown);
		perform private.replace_recording(t.space_id, t.id);
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
		-- Screens follow the testimonial itself, so it is updated.
		update public.testimonials set version = version where id = t.id;
	end if;

	if change ? 'withdrawn' and (change ->> 'withdrawn')::boolean <> (t.withdrawn_at is not null) then
		update public.testimonials
		set withdrawn_at = case when (change ->> 'withdrawn')::boolean then clock_timestamp() end
		where id = t.id;
		insert into private.notification_events (space_id, testimonial_id, kind)
		select t.space_id, t.id, 'withdrawn' where (change ->> 'withdrawn')::boolean;
	end if;
	return 'changed';
end
$$;

grant execute on function private.change_by_receipt(bytea, jsonb, int) to anon;
