-- The space of a webhook that the caller may change: an editor, or a key of an editor that reads testimonials.
create or replace function private.require_webhook(webhook uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
	space uuid;
begin
	select w.space_id into space from public.webhooks w
	where w.id = webhook and w.space_id = any (private.spaces_for('editor', 'testimonials:read')) for update;
	if not found then
		raise exception using errcode = '42501', message = 'Only editors of a space may do this with its webhooks.';
	end if;
	return space;
end
$$;

grant execute on function private.require_webhook(uuid) to authenticated;
