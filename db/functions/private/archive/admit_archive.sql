-- Decides before the body of an upload is read whether the caller may send it. Each call takes one of the archives of an hour.
create or replace function private.admit_archive() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	most int := (select l.most from private.limits l where l.name = 'archives_hourly');
begin
	perform private.require_archive_import();
	if most is not null and not private.take_address_budget(sha256(convert_to('archives of ' || auth.uid(), 'UTF8')), most) then
		raise exception using errcode = 'P0001', hint = 'too_many_archives', message = 'Too many archives within an hour.';
	end if;
end
$$;

grant execute on function private.admit_archive() to authenticated;
