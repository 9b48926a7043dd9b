-- A draft that a program wrote has the types of the form, like one of the editor.
delete from public.form_drafts where not private.are_form_parts(mine) or not private.are_form_parts(base);
alter table public.form_drafts
	add constraint mine_is_known check (private.are_form_parts(mine)),
	add constraint base_is_known check (private.are_form_parts(base));

-- A picture stays while a draft or a version names it, and goes with the last of them.
create trigger remove_picture after update of mine or delete on public.form_drafts
	for each row when (old.mine -> 'look' ? 'picture') execute function private.remove_form_picture();
create trigger remove_picture after delete on public.form_versions
	for each row when (old.parts -> 'look' ? 'picture') execute function private.remove_form_picture();
grant select on public.form_drafts to product_door;
