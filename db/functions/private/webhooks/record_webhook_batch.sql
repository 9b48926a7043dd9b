-- Records attempts of a webhook that this node has taken: `outcomes` is [{id, outcome delivered|skipped|retry, status, answer, took_ms, pause}], where
-- `pause` is the seconds before the next attempt, and null after the last one. A delivery that failed for good pauses its webhook, and owners get a mail.
-- `failures` are the attempts in a row that failed. Returns false once the lease is over.
create or replace function private.record_webhook_batch(space uuid, webhook uuid, generation bigint, failures int, outcomes jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	has_failed boolean;
begin
	perform set_config('realtime.record', 'off', true);
	update private.webhook_queues q set failures = failures where q.space_id = space and q.webhook_id = webhook and q.generation = generation;
	if not found then
		return false;
	end if;
	with o as (
		select * from jsonb_to_recordset(outcomes) x (id uuid, outcome text, status smallint, answer text, took_ms int, pause double precision)
	), recorded as (
		update public.webhook_deliveries d set
			attempt = d.attempt + case when o.outcome = 'skipped' then 0 else 1 end, status = o.status, answer = o.answer, took_ms = o.took_ms,
			state = case when o.outcome = 'retry' then case when o.pause is null then 'failed' else 'waiting' end else o.outcome end,
			next_at = case when o.outcome = 'retry' then now() + make_interval(secs => o.pause) end,
			done_at = case when o.outcome <> 'retry' or o.pause is null then now() end
		from o where d.space_id = space and d.webhook_id = webhook and d.id = o.id and d.state = 'waiting'
		returning d.state
	)
	select coalesce(bool_or(r.state = 'failed'), false) into has_failed from recorded r;
	if exists (select from jsonb_array_elements(outcomes) x where x ->> 'outcome' = 'delivered') then
		-- The screen follows the first delivery of a webhook alone: each later one would cost a change of its row.
		if exists (select from public.webhooks w where w.space_id = space and w.id = webhook and w.last_delivered_at is null) then
			perform set_config('realtime.record', '', true);
		end if;
		update public.webhooks w set last_delivered_at = now() where w.space_id = space and w.id = webhook;
	end if;
	if has_failed then
		perform set_config('realtime.record', '', true);
		update public.webhooks w set is_active = false, paused_reason = 'failed' where w.space_id = space and w.id = webhook and w.is_active;
		insert into plaudit.jobs (kind, payload)
		select 'webhook_paused_mail', jsonb_build_object('space_id', space, 'webhook_id', webhook, 'user_id', m.user_id, 'mail_id', gen_random_uuid())
		from public.space_members m where m.space_id = space and m.role = 'owner';
	end if;
	return true;
end
$$;

grant execute on function private.record_webhook_batch(uuid, uuid, bigint, int, jsonb) to service_role;
