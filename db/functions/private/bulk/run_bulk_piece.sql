-- Handles the next `most` testimonials of a bulk action, or of its undo, in the name of the member who asked; false at the end. The row of the
-- action is locked, so that a second worker waits and goes on with the next ones. A testimonial that differs from its kept state is left alone.
create or replace function private.run_bulk_piece(space uuid, bulk uuid, most int) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	j public.bulk_jobs;
	ids uuid[];
	fit uuid[];
	is_undo boolean;
	actor uuid;
begin
	select * into j from public.bulk_jobs b
	where b.space_id = space and b.id = bulk and b.state in ('queued', 'running', 'undoing') for update;
	if not found then
		return false;
	end if;
	is_undo := j.state = 'undoing';
	actor := case when is_undo then j.undone_by else j.created_by end;
	-- The lock holds the role until the piece is written.
	perform from public.space_members m
	where m.space_id = space and m.user_id = actor and m.role in ('owner', 'editor') for share;
	if not found then
		perform private.stop_bulk(space, bulk, 'The member who asked for it may no longer change testimonials of this space.');
		return false;
	end if;
	ids := array(select i.testimonial_id from private.bulk_items i
		where i.space_id = space and i.bulk_id = bulk and i.outcome is not distinct from case when is_undo then 'changed' end
		order by i.testimonial_id limit most);
	if ids = '{}' then
		perform private.finish_bulk(space, bulk);
		return false;
	end if;
	perform from public.testimonials t where t.space_id = space and t.id = any (ids) order by t.id for no key update;
	fit := array(select t.id from public.testimonials t
		join private.bulk_items i on i.space_id = space and i.bulk_id = bulk and i.testimonial_id = t.id
		where t.space_id = space and t.id = any (ids) and private.is_bulk_item_unchanged(j, i, t));

	perform set_config('request.jwt.claims', jsonb_build_object('role', 'authenticated', 'sub', actor)::text, true),
		set_config('plaudit.bulk_total', case when j.total > 1 then j.total::text else '' end, true),
		set_config('plaudit.published_mail_delay', '11 minutes', true),
		-- Screens follow the row of the action.
		set_config('realtime.record', 'off', true);
	if is_undo then
		perform private.undo_bulk_items(j, fit);
	else
		perform private.change_bulk_items(j, fit);
	end if;
	perform set_config('realtime.record', '', true);

	update private.bulk_items i set
		outcome = case when i.testimonial_id = any (fit) then case when is_undo then 'restored' else 'changed' end
			when is_undo then 'kept' else 'left_alone' end,
		changed_seq = case when is_undo then i.changed_seq else
			(select max(e.seq) from public.testimonial_events e where e.space_id = space and e.testimonial_id = i.testimonial_id) end
	where i.space_id = space and i.bulk_id = bulk and i.testimonial_id = any (ids);
	update public.bulk_jobs b set
		state = case when is_undo then b.state else 'running' end,
		done = b.done + case when is_undo then 0 else cardinality(ids) end,
		changed = b.changed + case when is_undo then 0 else cardinality(fit) end,
		undo_done = b.undo_done + case when is_undo then cardinality(ids) else 0 end,
		restored = b.restored + case when is_undo then cardinality(fit) else 0 end,
		left_alone = b.left_alone + cardinality(ids) - cardinality(fit)
	where b.space_id = space and b.id = bulk;
	if cardinality(ids) < most then
		perform private.finish_bulk(space, bulk);
		return false;
	end if;
	return true;
end
$$;

grant execute on function private.run_bulk_piece(uuid, uuid, int) to service_role;
