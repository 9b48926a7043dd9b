-- The space of a webhook whose address or secret the caller may change. A key has only those that it made: another one would go on with the
-- address of the key after its end, and tell more than its scopes.
create or replace function private.require_own_webhook(webhook uuid) returns uuid
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
	space constant uuid := private.require_webhook(webhook);
	key constant uuid := auth.jwt() ->> 'api_key';
begin
	if key is not null and not exists (select from public.webhooks w where w.space_id = space and w.id = webhook and w.key_id = key) then
		raise exception using errcode = '42501', message = 'A key may change only the webhooks that it made.';
	end if;
	return space;
end
$$;
