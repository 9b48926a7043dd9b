-- Takes back what the rows of an archive claim and this installation cannot know, in the transaction that restores them; an archive that
-- the person `importer` brought may have been made by anybody. `origin` is where it says that it comes from. Raises an error for a history
-- whose hashes do not follow from each other.
create or replace function private.distrust_restored(space uuid, importer uuid, origin text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	problem text;
	most int := (select l.most from private.limits l where l.name = 'spaces_per_account');
begin
	-- As public.create_space: concurrent calls could exceed the limit.
	perform pg_advisory_xact_lock(hashtextextended('spaces of ' || importer, 7268433));
	if (select count(*) from private.made_spaces s where s.user_id = importer) > most then
		raise exception using errcode = 'P0001', hint = 'too_many_spaces', message = format('An account makes up to %s spaces.', most);
	end if;
	select format('testimonial_events: entry %s of %s does not follow from the one before', e.seq, e.testimonial_id) into problem
	from (
		select x.*, lag(x.hash) over w as former, row_number() over w as place
		from public.testimonial_events x where x.space_id = space window w as (partition by x.testimonial_id order by x.seq)
	) e
	where e.seq <> e.place or e.previous_hash is distinct from e.former or e.hash is distinct from case e.format
		when 2 then private.hash_text(private.entry_text(
			e.previous_hash, e.testimonial_id, e.seq, e.kind, e.actor, e.at, e.content, e.author, e.detail, e.secret))
		else private.event_hash(e.previous_hash, e.testimonial_id, e.seq, e.kind, e.actor, e.at, e.detail) end
	limit 1;
	if problem is not null then
		raise exception using errcode = '23514', message = problem;
	end if;
	-- Every mark says that a server checked something: this one checked nothing.
	delete from public.verifications v where v.space_id = space;
	insert into public.verifications (space_id, testimonial_id, basis, evidence)
	select t.space_id, t.id, 'imported', origin from public.testimonials t where t.space_id = space;
	-- A testimonial that was erased here does not come back under another space either.
	delete from public.testimonials t using plaudit.erased_rows e
	where t.space_id = space and e.kind in ('testimonial', 'person') and e.row_hash = private.row_hash(t.id::text);
end
$$;

grant execute on function private.distrust_restored(uuid, uuid, text) to service_role;
