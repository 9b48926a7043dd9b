-- Ticks what only the browser of a member sees: `shared` when they copied, saved or printed the link of a form, `embedded` when they
-- copied the code of a wall, which also ticks `wall`. The other steps are ticked by what they are about. Repeating it changes nothing.
create or replace function public.record_milestone(space_id uuid, step text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
	if space_id is null or space_id <> all (private.spaces_as('editor')) then
		raise exception using errcode = '42501', message = 'Only editors and owners of a space may tick its first steps.';
	end if;
	if step is null or step not in ('shared', 'embedded') then
		raise exception using errcode = '22023', message = 'A step is "shared" or "embedded". The others are ticked by what they are about.',
			column = 'step';
	end if;
	perform private.reach_milestone(space_id, step);
	if step = 'embedded' then
		perform private.reach_milestone(space_id, 'wall');
	end if;
end
$$;

grant execute on function public.record_milestone(uuid, text) to authenticated;
