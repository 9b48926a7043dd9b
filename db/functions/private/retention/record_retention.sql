-- Writes a changed retention into the history of the space.
create or replace function private.record_retention() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	perform private.add_space_event(new.id, 'retention_changed', auth.uid(), jsonb_build_object('days', new.retention_days));
	return null;
end
$$;
