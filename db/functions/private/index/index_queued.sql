-- Writes the search words and hashes of up to `most` submissions that wait for them, and returns how many it took from the queue. Any number of
-- nodes may call it. A testimonial that is being deleted waits. One that cannot be indexed becomes a job, which tries it again a limited
-- number of times, and delays no other.
create or replace function private.index_queued(most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
	places tid[];
	ids uuid[];
	present uuid[];
	one uuid;
	taken int;
begin
	select array_agg(q.place), array_agg(q.testimonial_id) into places, ids
	from (select u.ctid as place, u.testimonial_id from private.unindexed_testimonials u limit most for update skip locked) q;
	if ids is null then
		return 0;
	end if;
	present := array(select t.id from public.testimonials t where t.id = any (ids) order by t.id for key share skip locked);

	begin
		perform private.index_new(present);
	exception when others then
		foreach one in array present loop
			begin
				perform private.index_new(array[one]);
			exception when others then
				insert into plaudit.jobs (kind, payload) values ('index_testimonial', jsonb_build_object('testimonial_id', one));
			end;
		end loop;
	end;

	delete from private.unindexed_testimonials u where u.ctid = any (places)
		and (u.testimonial_id = any (present) or not exists (select from public.testimonials t where t.id = u.testimonial_id));
	get diagnostics taken = row_count;
	return taken;
end
$$;

grant execute on function private.index_queued(int) to service_role;
