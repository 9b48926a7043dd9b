-- What may happen to a testimonial, who may see it, and the history that cannot be rewritten.

-- Moderation moves along fixed lines: pending → approved or rejected; approved ↔ archived; rejected → pending;
-- approved → pending undoes an approval. A submitter's edit (a new version) goes back to pending from anywhere.
create function private.check_moderation() returns trigger
language plpgsql set search_path = '' as $$
begin
	if (new.live_scope, new.media_ready) is distinct from (old.live_scope, old.media_ready) and current_user <> 'product_door' then
		raise exception using errcode = '42501', message = 'Consents and media say what may be shown.';
	end if;
	if new.version = old.version
		and (new.body, new.rating, new.author_name, new.kind) is distinct from (old.body, old.rating, old.author_name, old.kind)
	then
		raise exception using errcode = '42501', message = 'The words, the stars and the name of a testimonial are its submitter''s.',
			hint = 'A submitter''s edit makes a new version.';
	end if;
	if new.status is distinct from old.status and new.version = old.version then
		if (old.status, new.status) not in (
			('pending', 'approved'), ('pending', 'rejected'), ('approved', 'archived'),
			('archived', 'approved'), ('rejected', 'pending'), ('approved', 'pending')
		) then
			raise exception using errcode = '22023',
				message = format('A testimonial cannot go from %s to %s.', old.status, new.status),
				hint = case old.status when 'rejected' then 'Restore it to pending first.' else 'Approve it first.' end;
		end if;
		if new.status = 'approved' then
			new.approved_at := now();
			new.approved_version := null;
			-- A person read it and wants it shown: that outweighs what a filter guessed.
			if new.spam_state = old.spam_state then
				new.spam_state := 'clean';
			end if;
		elsif new.status in ('rejected', 'archived') then
			new.approved_version := null;
		end if;
	end if;
	return new;
end
$$;
create trigger check_moderation before update on public.testimonials
	for each row execute function private.check_moderation();

-- Walls are paged by approved_at, so what arrives approved (imports, the demo) has it too. Nobody but the door, which
-- writes them whole, says that a consent is there before it is.
create function private.complete_testimonial() returns trigger
language plpgsql set search_path = '' as $$
begin
	if new.status = 'approved' then
		new.approved_at := coalesce(new.approved_at, new.submitted_at);
	end if;
	new.live_scope := null;
	new.media_ready := new.kind = 'text';
	return new;
end
$$;
create trigger complete_testimonial before insert on public.testimonials
	for each row when (current_user <> 'product_door')
	execute function private.complete_testimonial();

create function private.follow_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	scope text := (select c.scope from public.consents c
		where c.space_id = new.space_id and c.testimonial_id = new.testimonial_id and c.revoked_at is null);
begin
	update public.testimonials t set live_scope = scope
	where t.space_id = new.space_id and t.id = new.testimonial_id and t.live_scope is distinct from scope;
	return null;
end
$$;
-- Visitors' door writes the scope with the testimonial, and says so for its transaction (see record_testimonial).
create trigger follow_first_consent after insert on public.consents for each row
	when (current_setting('plaudit.first_events', true) is distinct from 'written')
	execute function private.follow_consent();
create trigger follow_consent after update on public.consents
	for each row execute function private.follow_consent();

create function private.follow_media() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	space uuid := case when tg_op = 'DELETE' then old.space_id else new.space_id end;
	testimonial uuid := case when tg_op = 'DELETE' then old.testimonial_id else new.testimonial_id end;
	ready boolean := (select bool_and(m.state = 'ready') from public.media m
		where m.space_id = space and m.testimonial_id = testimonial);
begin
	update public.testimonials t set media_ready = coalesce(ready, t.kind = 'text')
	where t.space_id = space and t.id = testimonial and t.media_ready <> coalesce(ready, t.kind = 'text');
	return null;
end
$$;
create trigger follow_media after insert or update or delete on public.media
	for each row execute function private.follow_media();

-- What one link of the chain says, hashed with the link before it: a changed or missing event shows.
create function private.event_hash(previous bytea, testimonial uuid, seq int, kind text, actor text, at timestamptz, detail jsonb)
returns bytea language sql stable set search_path = '' as $$
	select sha256(coalesce($1, ''::bytea) || convert_to(concat_ws('|', $2, $3, $4, $5, extract(epoch from $6), $7::text), 'UTF8'))
$$;

-- Appends one link to the chain.
create function private.add_event(space uuid, testimonial uuid, kind text, actor text, detail jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
	last record;
	moment timestamptz := clock_timestamp();
	next int;
begin
	select e.seq, e.hash into last from public.testimonial_events e
	where e.space_id = $1 and e.testimonial_id = $2 order by e.seq desc limit 1;
	next := coalesce(last.seq, 0) + 1;
	insert into public.testimonial_events (space_id, testimonial_id, seq, kind, actor, at, detail, previous_hash, hash)
	values ($1, $2, next, $3, $4, moment, $5, last.hash, private.event_hash(last.hash, $2, next, $3, $4, moment, $5));
end
$$;

create function private.actor() returns text language sql stable set search_path = '' as $$
	select coalesce(auth.uid()::text, case when auth.role() = 'service_role' then 'system' else 'submitter' end)
$$;

create function private.record_testimonial() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	who text := private.actor();
begin
	if tg_op = 'INSERT' then
		perform private.add_event(new.space_id, new.id, case new.source when 'form' then 'submitted' else 'added' end, who,
			jsonb_build_object('body_hash', encode(private.hash_text(new.body), 'hex'), 'rating', new.rating));
		return null;
	end if;
	if new.status is distinct from old.status then
		perform private.add_event(new.space_id, new.id,
			case when new.status = 'pending' and old.status = 'rejected' then 'restored' else new.status end, who,
			jsonb_build_object('from', old.status));
	end if;
	if (new.excerpt_start, new.excerpt_end) is distinct from (old.excerpt_start, old.excerpt_end) then
		perform private.add_event(new.space_id, new.id, 'excerpted', who,
			jsonb_build_object('start', new.excerpt_start, 'end', new.excerpt_end));
	end if;
	if new.version is distinct from old.version then
		perform private.add_event(new.space_id, new.id, 'edited', who, jsonb_build_object(
			'version', new.version, 'body_hash', encode(private.hash_text(new.body), 'hex'), 'rating', new.rating));
	end if;
	if new.withdrawn_at is distinct from old.withdrawn_at then
		perform private.add_event(new.space_id, new.id,
			case when new.withdrawn_at is null then 'returned' else 'withdrawn' end, who, '{}');
	end if;
	return null;
end
$$;
-- Visitors' door writes the first events itself, in one statement, and says so for its transaction.
create trigger record_testimonial after insert on public.testimonials for each row
	when (current_setting('plaudit.first_events', true) is distinct from 'written')
	execute function private.record_testimonial();
create trigger record_change after update on public.testimonials
	for each row execute function private.record_testimonial();

-- A consent is evidence: it can be revoked, nothing else.
create function private.keep_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	if tg_op = 'UPDATE' then
		if old.revoked_at is not null or new.revoked_at is null
			or (new.testimonial_id, new.scope, new.wording, new.given_at) is distinct from
				(old.testimonial_id, old.scope, old.wording, old.given_at)
		then
			raise exception using errcode = '42501', message = 'A consent is never changed, only revoked.';
		end if;
		perform private.add_event(new.space_id, new.testimonial_id, 'consent_revoked', private.actor(), jsonb_build_object('scope', old.scope));
	else
		perform private.add_event(new.space_id, new.testimonial_id, 'consented', private.actor(),
			jsonb_build_object('scope', new.scope, 'wording_hash', encode(private.hash_text(new.wording), 'hex')));
	end if;
	return new;
end
$$;
create trigger record_consent after insert on public.consents for each row
	when (current_setting('plaudit.first_events', true) is distinct from 'written')
	execute function private.keep_consent();
create trigger keep_consent after update on public.consents
	for each row execute function private.keep_consent();

grant select, insert, update, delete on public.testimonials, public.testimonial_versions, public.testimonial_contacts,
	public.testimonial_answers, public.media, public.consents, public.verifications, public.replies to product_door;
grant select, insert on public.testimonial_events to product_door;
grant select on public.tags, public.testimonial_tags to product_door;
alter function private.event_hash(bytea, uuid, int, text, text, timestamptz, jsonb) owner to product_door;
alter function private.add_event(uuid, uuid, text, text, jsonb) owner to product_door;
alter function private.record_testimonial() owner to product_door;
alter function private.keep_consent() owner to product_door;
alter function private.follow_consent() owner to product_door;
alter function private.follow_media() owner to product_door;
grant execute on function private.actor(), private.hash_text(text) to product_door;
grant execute on function private.hash_text(text) to service_role;

do $$
declare
	name text;
begin
	foreach name in array array['testimonials', 'testimonial_versions', 'testimonial_contacts', 'testimonial_answers', 'media',
		'consents', 'verifications', 'testimonial_events', 'replies', 'tags', 'testimonial_tags']
	loop
		execute format('alter table public.%I enable row level security', name);
		execute format('alter table public.%I force row level security', name);
		execute format('grant select on public.%I to authenticated', name);
		execute format('grant select, insert, update, delete on public.%I to service_role', name);
		execute format($policy$create policy members_read on public.%I for select to authenticated
			using (space_id = any ((select private.spaces_as('viewer'))::uuid[]))$policy$, name);
	end loop;
end
$$;

-- Evidence stays as it was written, for everybody. Rows leave only with their testimonial.
revoke update, delete on public.testimonial_events from service_role;
revoke delete on public.consents from service_role;

-- Editors decide, pin and choose the excerpt. Words, stars and names are not theirs to change: no column grant.
create policy editors_moderate on public.testimonials for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant update (status, is_pinned, excerpt_start, excerpt_end, spam_state) on public.testimonials to authenticated;

create policy editors_reply on public.replies for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_change on public.replies for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.replies for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant insert (space_id, testimonial_id, body), update (body), delete on public.replies to authenticated;

create policy editors_add on public.tags for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_change on public.tags for update to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]))
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.tags for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant insert (id, space_id, name), update (name), delete on public.tags to authenticated;

create policy editors_add on public.testimonial_tags for insert to authenticated
	with check (space_id = any ((select private.spaces_as('editor'))::uuid[]));
create policy editors_delete on public.testimonial_tags for delete to authenticated
	using (space_id = any ((select private.spaces_as('editor'))::uuid[]));
grant insert (space_id, testimonial_id, tag_id), delete on public.testimonial_tags to authenticated;
