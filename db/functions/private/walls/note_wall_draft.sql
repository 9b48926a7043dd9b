-- Says who changed a draft last and when, and counts its changes. No client writes these columns.
create or replace function private.note_wall_draft() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
	new.version := case tg_op when 'INSERT' then 1 else old.version + 1 end;
	new.edited_by := auth.uid();
	new.edited_at := now();
	return new;
end
$$;
