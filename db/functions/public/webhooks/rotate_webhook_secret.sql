-- Gives a webhook a new secret, which is shown this once. The former one signs along for 24 hours. Editors, and the key of an editor that made it.
create or replace function public.rotate_webhook_secret(id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	space constant uuid := private.require_own_webhook(id);
	secret text := private.new_webhook_secret();
begin
	update private.webhook_secrets s set secret = secret, former = s.secret, former_until = now() + interval '24 hours'
	where s.space_id = space and s.webhook_id = id;
	update public.webhooks w set secret_rotated_at = now() where w.space_id = space and w.id = id;
	perform private.add_space_event(space, 'webhook_secret_changed', auth.uid(), jsonb_build_object('webhook', id));
	return jsonb_build_object('id', id, 'secret', secret);
end
$$;

grant execute on function public.rotate_webhook_secret(uuid) to authenticated;
