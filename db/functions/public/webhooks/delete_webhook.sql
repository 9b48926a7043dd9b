-- Deletes a webhook with what waits for it and its log. Editors, and the key of an editor that made it.
create or replace function public.delete_webhook(id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	space constant uuid := private.require_own_webhook(id);
begin
	delete from public.webhooks w where w.space_id = space and w.id = id;
	perform private.add_space_event(space, 'webhook_deleted', auth.uid(), jsonb_build_object('webhook', id));
end
$$;

grant execute on function public.delete_webhook(uuid) to authenticated;
