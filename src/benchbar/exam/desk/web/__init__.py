"""The desk's web application: pages drawn here, for a lead and graders, that need no other network.

Pages hold no rule: each asks the library behind it, and says what it said. Every address, title and
header is the same for all essays but for their codes.
"""
