-- Checks a changed webhook. One that is made active again sends what waits, and what failed when it was paused, in order.
create or replace function private.change_webhook() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	if (new.url, new.events) is distinct from (old.url, old.events) then
		new.url := btrim(new.url);
		new.events := array(select distinct e from unnest(new.events) e order by e);
		perform private.check_webhook(new.url, new.events, new.kind);
	end if;
	if new.is_active and not old.is_active then
		if old.paused_reason = 'key_ended' then
			raise exception using errcode = '22023', column = 'is_active', message = 'The key that made this webhook has ended. Make another one.';
		end if;
		new.paused_reason := null;
		update public.webhook_deliveries d set state = 'waiting', attempt = 0, next_at = now(), done_at = null
		from private.webhook_queues q
		where q.space_id = new.space_id and q.webhook_id = new.id and d.space_id = new.space_id and d.webhook_id = new.id
			and (d.state = 'waiting' or d.state = 'failed' and d.done_at >= q.paused_at);
		update private.webhook_queues q set run_at = now(), failures = 0, paused_at = null
		where q.space_id = new.space_id and q.webhook_id = new.id;
		raise info using errcode = 'PLNOW', message = 'plaudit_webhooks';
	elsif old.is_active and not new.is_active then
		update private.webhook_queues q set run_at = 'infinity', paused_at = now() where q.space_id = new.space_id and q.webhook_id = new.id;
	end if;
	return new;
end
$$;
