-- Makes a webhook of a space, whose secret is shown this once. Editors, and keys of editors that read testimonials.
create or replace function public.create_webhook(space_id uuid, url text, events text[], kind text default 'standard') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	secret text := private.new_webhook_secret();
	id uuid := gen_random_uuid();
	address constant text := btrim(url);
	wanted constant text[] := array(select distinct e from unnest(events) e order by e);
begin
	if space_id is null or not space_id = any (private.spaces_for('editor', 'testimonials:read')) then
		raise exception using errcode = '42501', message = 'Only editors of a space may make its webhooks.';
	end if;
	perform private.check_webhook(address, wanted, kind);
	-- One at a time, so that two calls do not exceed the number together.
	perform from public.spaces s where s.id = space_id for no key update;
	if (select count(*) from public.webhooks w where w.space_id = space_id) >= 20 then
		raise exception using errcode = 'PT422', message = 'A space has at most 20 webhooks. Delete one that is not used.', hint = 'limit_reached';
	end if;
	insert into public.webhooks (id, space_id, url, events, kind, created_by, key_id)
	values (id, space_id, address, wanted, kind, auth.uid(), (auth.jwt() ->> 'api_key')::uuid);
	insert into private.webhook_secrets (space_id, webhook_id, secret) values (space_id, id, secret);
	insert into private.webhook_queues (space_id, webhook_id) values (space_id, id);
	perform private.add_space_event(space_id, 'webhook_made', auth.uid(), jsonb_build_object('webhook', id, 'kind', kind));
	return jsonb_build_object('id', id, 'secret', secret);
end
$$;

grant execute on function public.create_webhook(uuid, text, text[], text) to authenticated;
