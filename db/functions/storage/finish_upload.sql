-- Finishes an upload in the transaction that creates its object.
create or replace function storage.finish_upload() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	update storage.uploads set finished_at = now(), pieces = null where version = new.version and finished_at is null;
	return null;
end
$$;
