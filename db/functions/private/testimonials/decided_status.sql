-- The status of a testimonial after a decision, as the inbox offers it; null where the decision does not apply.
create or replace function private.decided_status(action text, status text) returns text
language sql immutable set search_path = '' as $$
	select case action
		when 'approve' then case when status in ('pending', 'archived') then 'approved' end
		when 'reject' then case when status = 'pending' then 'rejected' end
		when 'archive' then case when status = 'approved' then 'archived' end
		when 'restore' then case status when 'archived' then 'approved' when 'approved' then 'pending' when 'rejected' then 'pending' end
	end
$$;
