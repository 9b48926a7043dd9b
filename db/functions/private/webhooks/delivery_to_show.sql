-- A delivery as it would be told now, for members and keys that read its log. `data` is null when there is nothing left to tell.
create or replace function private.delivery_to_show(delivery uuid)
returns table (space_id uuid, kind text, space_name text, locale text, event text, happened_at timestamptz, data jsonb)
language sql stable security definer set search_path = '' as $$
	select w.space_id, w.kind, s.name, s.locale, d.event, d.happened_at, case d.event
		when 'test' then jsonb_build_object('webhook_id', w.id, 'space_id', w.space_id) else private.webhook_data(w, d) end
	from public.webhook_deliveries d
	join public.webhooks w on w.space_id = d.space_id and w.id = d.webhook_id
	join public.spaces s on s.id = d.space_id
	where d.id = delivery and d.space_id = any ((select private.spaces_as('viewer') || private.spaces_for('editor', 'testimonials:read'))::uuid[])
$$;

grant execute on function private.delivery_to_show(uuid) to authenticated;
