import SampleApp
print("x")
