-- Ends the former secret of a webhook before its 24 hours are over, so that calls are signed with the new one alone. Editors, and the key of an editor that made it.
create or replace function public.end_former_webhook_secret(id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	space constant uuid := private.require_own_webhook(id);
begin
	update private.webhook_secrets s set former = null, former_until = null
	where s.space_id = space and s.webhook_id = id and s.former_until > now();
	if not found then
		raise exception using errcode = '22023', column = 'id', message = 'The former secret of this webhook has ended already.';
	end if;
	-- As if the 24 hours were over: the screen of the webhook shows them from this time on.
	update public.webhooks w set secret_rotated_at = least(w.secret_rotated_at, now() - interval '24 hours') where w.space_id = space and w.id = id;
	perform private.add_space_event(space, 'webhook_secret_ended', auth.uid(), jsonb_build_object('webhook', id));
end
$$;

grant execute on function public.end_former_webhook_secret(uuid) to authenticated;
