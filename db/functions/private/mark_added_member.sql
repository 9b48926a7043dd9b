-- Marks a member whom an owner added by the id of the account: unlike one who accepted an invitation, they did not agree.
create or replace function private.mark_added_member() returns trigger
language plpgsql set search_path = '' as $$
begin
	new.has_agreed := auth.uid() is null or auth.uid() = new.user_id;
	return new;
end
$$;
