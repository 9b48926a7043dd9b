-- Invitations by state are kept counted as testimonials are (docs/decisions/0082-counts-of-testimonials.md): part `i` of the counts of parts.
-- The key is private.invitation_state_key. Spaces are read until the job has counted them again.

alter table private.part_changes drop constraint part_changes_part_check;
alter table private.part_changes add constraint part_changes_part_check check (part in ('c', 'i', 't')) not valid;

insert into private.uncounted_spaces (space_id) select id from public.spaces on conflict do nothing;

create trigger count_added after insert on public.invitations referencing new table as new_rows
	for each statement execute function private.count_invitations();
create trigger count_changed after update on public.invitations referencing old table as old_rows new table as new_rows
	for each statement execute function private.count_invitations();
create trigger count_removed after delete on public.invitations referencing old table as old_rows
	for each statement execute function private.count_invitations();
-- Rows that are loaded without triggers count, too.
alter table public.invitations enable always trigger count_added, enable always trigger count_changed, enable always trigger count_removed;
