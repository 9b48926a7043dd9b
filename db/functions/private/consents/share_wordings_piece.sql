-- Lets some consents of a space refer to the wording that they repeat; false when no space is left. A wording that one testimonial alone has
-- stays in its row. What another transaction holds is left as it is: the job never waits.
create or replace function private.share_wordings_piece(most int) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
	piece private.unshared_wordings;
	last uuid;
begin
	select * into piece from private.unshared_wordings u order by u.space_id limit 1 for update;
	if not found then
		return false;
	end if;
	select x.testimonial_id into last from (
		select c.testimonial_id from private.consents c where c.space_id = piece.space_id and c.testimonial_id > piece.shared_to
		order by c.testimonial_id limit most) x
	order by x.testimonial_id desc limit 1;
	if last is null then
		delete from private.unshared_wordings u where u.space_id = piece.space_id;
		return true;
	end if;
	insert into private.consent_wordings (space_id, hash, wording)
	select piece.space_id, c.wording_hash, min(c.wording) from private.consents c
	where c.space_id = piece.space_id and c.testimonial_id > piece.shared_to and c.testimonial_id <= last and c.wording is not null
	group by c.wording_hash having count(distinct c.testimonial_id) > 1
	on conflict do nothing;
	update private.consents c set wording = null
	from (select x.id from private.consents x join private.consent_wordings w on w.space_id = x.space_id and w.hash = x.wording_hash
		where x.space_id = piece.space_id and x.testimonial_id > piece.shared_to and x.testimonial_id <= last and x.wording is not null
		for no key update of x skip locked) free
	where c.id = free.id;
	update private.unshared_wordings u set shared_to = last where u.space_id = piece.space_id;
	return true;
end
$$;

grant execute on function private.share_wordings_piece(int) to service_role;
