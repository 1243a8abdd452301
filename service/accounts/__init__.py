"""Who may call: keys, their quota and their rate. Knows a database, and nothing of HTTP."""

from service.accounts.keys import Account, ApiKey, KeyState, new_secret
from service.accounts.rate import RateLimiter
from service.accounts.store import Accounts, Usage

__all__ = ["Account", "Accounts", "ApiKey", "KeyState", "RateLimiter", "Usage", "new_secret"]
