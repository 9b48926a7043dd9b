-- A secret as Standard Webhooks writes it.
create or replace function private.new_webhook_secret() returns text
language sql volatile set search_path = '' as $$
	select 'whsec_' || encode(private.new_secret(), 'base64')
$$;
