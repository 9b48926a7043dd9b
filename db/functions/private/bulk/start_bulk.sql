-- Begins a bulk action of a member: keeps the state of every testimonial that the filter matches and the action applies to, and queues the job.
-- `value` is the id or the name of a tag, or the id of a member. Returns {id, count}.
create or replace function private.start_bulk(space uuid, filter jsonb, action text, value text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	named uuid;
	bulk uuid := gen_random_uuid();
	counted int;
begin
	if space is null or space <> all (private.spaces_as('viewer')) then
		raise exception using errcode = 'P0002', message = 'There is no such space.';
	elsif space <> all (private.spaces_as('editor')) then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may change its testimonials.';
	end if;
	if action in ('tag', 'untag') then
		select g.id into named from public.tags g where g.space_id = space and value in (g.id::text, g.name) order by g.id::text <> value limit 1;
	elsif action = 'assign' and value is not null then
		select m.user_id into named from public.space_members m where m.space_id = space and m.user_id::text = value;
	end if;
	if named is null and (action in ('tag', 'untag') or value is not null and action = 'assign') then
		raise exception using errcode = '22023', message = case action when 'assign' then 'There is no such member.' else 'There is no such tag.' end;
	end if;
	-- Actions of one space that begin at once are counted one after the other.
	perform pg_advisory_xact_lock(hashtextextended('bulk actions of ' || space, 7268433));
	if (select count(*) from public.bulk_jobs b where b.space_id = space and b.state in ('queued', 'running', 'undoing')) >= 5 then
		raise exception using errcode = '55006', message = 'Five actions of this space are running. Try again when one has ended.';
	end if;
	insert into public.bulk_jobs (space_id, id, action, value, created_by, undo_until)
	values (space, bulk, action, named, auth.uid(), now() + interval '10 minutes');
	insert into private.bulk_items (space_id, bulk_id, testimonial_id, seq, status, spam_state, approved_version, approved_at, assigned_to)
	select space, bulk, t.id,
		coalesce((select max(e.seq) from public.testimonial_events e where e.space_id = space and e.testimonial_id = t.id), 0),
		t.status, t.spam_state, t.approved_version, t.approved_at, t.assigned_to
	from private.matching_testimonials(space, filter) m (id)
	join public.testimonials t on t.space_id = space and t.id = m.id
	where private.bulk_applies(action, named, t);
	get diagnostics counted = row_count;
	update public.bulk_jobs b set total = counted, state = case when counted = 0 then 'finished' else 'queued' end,
		finished_at = case when counted = 0 then now() end
	where b.space_id = space and b.id = bulk;
	if counted > 0 then
		insert into plaudit.jobs (kind, payload) values ('run_bulk', jsonb_build_object('space_id', space, 'bulk_id', bulk));
	end if;
	return jsonb_build_object('id', bulk, 'count', counted);
end
$$;

grant execute on function private.start_bulk(uuid, jsonb, text, text) to authenticated;
