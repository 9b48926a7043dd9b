-- One of private.webhook_items; null once it is withdrawn or erased.
create or replace function private.webhook_item(space uuid, testimonial uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
	select i.item from private.webhook_items(space, array[testimonial]) i
$$;
