-- Marks a member whom an owner added by the id of the account: unlike one who accepted an invitation, they did not agree.
create or replace function private.mark_added_member() returns trigger
language plpgsql set search_path = '' as $$
begin
	new.has_agreed := case when auth.uid() is null then new.has_agreed else auth.uid() = new.user_id end;
	return new;
end
$$;
