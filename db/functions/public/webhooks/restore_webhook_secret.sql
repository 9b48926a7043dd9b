-- Makes the former secret of a webhook its only one again, within 24 hours of the change; the new one stops at once. Editors, and the key of an editor that made it.
create or replace function public.restore_webhook_secret(id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	space constant uuid := private.require_own_webhook(id);
begin
	update private.webhook_secrets s set secret = s.former, former = null, former_until = null
	where s.space_id = space and s.webhook_id = id and s.former_until > now();
	if not found then
		raise exception using errcode = '22023', column = 'id', message = 'The former secret of this webhook has ended already. Change the secret instead.';
	end if;
	update public.webhooks w set secret_rotated_at = null where w.space_id = space and w.id = id;
	perform private.add_space_event(space, 'webhook_secret_restored', auth.uid(), jsonb_build_object('webhook', id));
end
$$;

grant execute on function public.restore_webhook_secret(uuid) to authenticated;
