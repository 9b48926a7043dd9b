-- Records that a note was changed, so that others do not take the new text for what they read before.
create or replace function private.note_edit() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
	new.edited_at := now();
	return new;
end
$$;
